import type { PersonalCaller } from '../../access/auth/caller.ts';
import { manifestationCheck, StoredManifestation } from '../../access/db/manifestations.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { StoredEntity } from '../db/entities.ts';

/**
 * The entity for which the key may write filings (spec 4.15): its owner represents it today; an Agent Key
 * reaches entities created through the API only, while the Manifestation of Will is in force. One round trip.
 *
 * Errors: 403 without the will; 404 `Legal entity not found`.
 */
export async function readFilingEntity(
  table: Table,
  entityId: string,
  caller: PersonalCaller,
): Promise<StoredEntity> {
  return (await readFilingFacts(table, entityId, caller, [])).entity;
}

/** The same together with other items, in their order: one round trip for all. */
export async function readFilingFacts(
  table: Table,
  entityId: string,
  { kind, personId }: PersonalCaller,
  others: readonly ItemKey[],
): Promise<{ readonly entity: StoredEntity; readonly others: readonly (Item | undefined)[] }> {
  const [will, representative, item, ...found] = await getItems(table, [
    keys.manifestation(personId),
    keys.representative(entityId, personId),
    keys.entity(entityId),
    ...others,
  ]);
  if (kind === 'agent' && !parseFound(StoredManifestation, will)?.active) {
    throw apiErrors.insufficientPermissions();
  }
  const entity = representative === undefined ? null : parseFound(StoredEntity, item);
  if (entity === null || (kind === 'agent' && !entity.createdViaAPI)) {
    throw apiErrors.legalEntityNotFound();
  }
  return { entity, others: found };
}

/**
 * Lets a transaction through only while that still holds. A refusal means that somebody changed it:
 * `readFilingEntity` then says what.
 */
export function filingConditions(
  entityId: string,
  { kind, personId }: PersonalCaller,
): { readonly representing: Write; readonly will: Write | undefined } {
  return {
    representing: mustExist(keys.representative(entityId, personId)),
    will: kind === 'agent' ? manifestationCheck(personId) : undefined,
  };
}
