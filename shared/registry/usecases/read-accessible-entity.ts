import type { PersonalCaller } from '../../access/auth/caller.ts';
import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findRepresentedEntity, type StoredEntity } from '../db/entities.ts';

/**
 * The entity, if the key may see it (spec 4.11): its owner represents the entity today, and for an
 * Agent Key the entity's application was created through the API. One round trip.
 *
 * Error: 404 `Legal entity not found`, the same for one that does not exist and one that is not the caller's.
 */
export async function readAccessibleEntity(
  table: Table,
  entityId: string,
  caller: PersonalCaller,
): Promise<StoredEntity> {
  const entity = await findRepresentedEntity(table, entityId, caller.personId);
  if (entity === null) throw apiErrors.legalEntityNotFound();
  if (caller.kind === 'agent' && !entity.createdViaAPI) throw apiErrors.legalEntityNotFound();
  return entity;
}
