import { orElse, put, replace, type Writes } from '../../kernel/db/transact.ts';
import { residentItem } from '../../people/db/residents.ts';
import { entityPeriods } from '../../people/domain/residency.ts';
import { entityItem, registryRowItem, type StoredEntity } from './entities.ts';
import { entityTermItem } from './entity-terms.ts';
import { claimAfter, moveNameClaim } from './names.ts';

/**
 * All that follows from a change of a legal entity, as writes of one transaction: the entity, its row in the
 * registry's feed, its name's claim, and what its number stands for. `before` and `after` both have the version
 * that was read; the stored version goes up by one.
 *
 * Refused as `revised_before` when somebody changed it since it was read, as `name_taken` when its new name is
 * another entity's. `changedAt` is the writer's clock, `spread` what the deployment says of the registry's lists.
 */
export function revisedEntityWrites(
  before: StoredEntity,
  after: StoredEntity,
  changedAt: string,
  spread: boolean | undefined,
) {
  const { id, residentPermitNumber, version } = after;
  const periods = entityPeriods(after);
  const nameClaim = claimAfter(before, after).pk;
  return {
    entity: orElse(
      replace({ ...entityItem({ ...after, nameClaim }), version }),
      () => 'revised_before',
    ),
    term: put(entityTermItem(after)),
    ...moveNameClaim(before, before, after),
    registryRow: put(registryRowItem({ ...after, version: version + 1 }, changedAt, spread)),
    number: put(residentItem(residentPermitNumber, 'legal_entity', id, periods)),
  } satisfies Writes<string>;
}
