import type { OAuthCaller } from '../../access/auth/caller.ts';
import type { Table } from '../../kernel/db/table.ts';
import { orderOfNames } from '../../kernel/domain/order-of-names.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import {
  findRepresentedEntities,
  findRepresentedEntity,
  type StoredEntity,
} from '../../registry/db/entities.ts';

/**
 * The entity, if the user shares it with the client and represents it today (spec 4.2). At most one round
 * trip.
 *
 * Error: 404 `Legal entity not found`, the same for one that does not exist and one that the client may not
 * see.
 */
export async function readConsentedEntity(
  table: Table,
  entityId: string,
  { personId, legalEntityIds }: Pick<OAuthCaller, 'personId' | 'legalEntityIds'>,
): Promise<StoredEntity> {
  if (!legalEntityIds.includes(entityId)) throw apiErrors.legalEntityNotFound();
  const entity = await findRepresentedEntity(table, entityId, personId);
  if (entity === null) throw apiErrors.legalEntityNotFound();
  return entity;
}

/** Every entity that the user shares with the client and represents today, by name. */
export async function listConsentedEntities(
  table: Table,
  { personId, legalEntityIds }: Pick<OAuthCaller, 'personId' | 'legalEntityIds'>,
): Promise<readonly StoredEntity[]> {
  const entities = await findRepresentedEntities(table, legalEntityIds, personId);
  return entities.toSorted((one, other) => orderOfNames(one.name, other.name));
}
