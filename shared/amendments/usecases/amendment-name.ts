import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { claimOf, lookUpName } from '../../registry/db/names.ts';
import type { ProposedChanges } from '../domain/proposed-changes.ts';

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
  changes: Pick<ProposedChanges, 'name'>,
): Promise<boolean> {
  const [claim] = await getItems(table, proposedNameKeys(entity, changes));
  return isFreeFor(entity, claim);
}

/** Where the claim on the proposed name would be; nowhere where none is proposed. */
export function proposedNameKeys(
  { optionId }: StoredEntity,
  { name }: Pick<ProposedChanges, 'name'>,
): readonly ItemKey[] {
  return name === null ? [] : [keys.entityName(optionId, name)];
}

/** Whether a name is the entity's own, or nobody's: by the claim on it. */
export function isFreeFor({ id }: StoredEntity, claim: Item | undefined): boolean {
  return claim === undefined || claim['entityId'] === id;
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
