import { keys } from '../../kernel/db/keys.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { apiErrors } from '../../kernel/errors.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { claimOf, lookUpName } from '../../registry/db/names.ts';
import type { ProposedChanges } from '../proposed-changes.ts';

/**
 * Refuses proposals that lead to a name which another entity has, or operators keep back. The entity's own name
 * is always free.
 *
 * Errors: 409 `entity.name_taken`, `entity.name_reserved`.
 */
export async function checkProposedName(
  table: Table,
  entity: StoredEntity,
  { name }: Pick<ProposedChanges, 'name'>,
): Promise<void> {
  if (name === null || keys.entityName(entity.optionId, name).pk === claimOf(entity).pk) return;
  const { taken, reserved } = await lookUpName(table, entity.optionId, name);
  if (taken) throw apiErrors.nameTaken();
  if (reserved) throw apiErrors.nameReserved();
}

/** Whether the name that the proposals lead to is the entity's own, or nobody's. */
export async function isProposedNameFree(
  table: Table,
  entity: StoredEntity,
  { name }: Pick<ProposedChanges, 'name'>,
): Promise<boolean> {
  if (name === null) return true;
  const claim = await getItem(table, keys.entityName(entity.optionId, name));
  return claim === undefined || claim['entityId'] === entity.id;
}

/** Lets a transaction through only while that is so; nothing where no name is proposed. */
export function proposedNameIsFree(
  { id, optionId }: StoredEntity,
  { name }: Pick<ProposedChanges, 'name'>,
): Write | undefined {
  if (name === null) return undefined;
  return {
    check: {
      Key: keys.entityName(optionId, name),
      ConditionExpression: 'attribute_not_exists(pk) OR entityId = :entity',
      ExpressionAttributeValues: { ':entity': id },
    },
  };
}
