import { keys } from './keys.ts';
import { getItems, type Item, type Table } from './table.ts';
import { create, type Write } from './transact.ts';

/** Whether an entity of the option has the name, and whether operators keep the name back. */
export async function lookUpName(
  table: Table,
  optionId: string,
  name: string,
): Promise<{ readonly taken: boolean; readonly reserved: boolean }> {
  const [taken, reservedForOption, reservedForAll] = await getItems(table, [
    keys.entityName(optionId, name),
    keys.reservedName(optionId, name),
    keys.reservedName(null, name),
  ]);
  return {
    taken: taken !== undefined,
    reserved: reservedForOption !== undefined || reservedForAll !== undefined,
  };
}

/** The claim that makes a name unique among the entities of its option. */
export function nameClaimItem(optionId: string, name: string, entityId: string): Item {
  return { ...keys.entityName(optionId, name), entityId };
}

/** A name and the option among whose entities it is unique. */
export interface NameOfOption {
  readonly optionId: string;
  readonly name: string;
}

/**
 * The writes that release an entity's name and claim another, in the transaction that renames it.
 *
 * None when the two count as the same name. Refused as `claimedName` when another entity has the name.
 */
export function moveNameClaim(
  entityId: string,
  from: NameOfOption,
  to: NameOfOption,
): { readonly releasedName: Write | undefined; readonly claimedName: Write | undefined } {
  const released = keys.entityName(from.optionId, from.name);
  const claimed = nameClaimItem(to.optionId, to.name, entityId);
  if (released.pk === claimed['pk']) return { releasedName: undefined, claimedName: undefined };
  return {
    releasedName: {
      remove: {
        Key: released,
        ConditionExpression: 'entityId = :entity',
        ExpressionAttributeValues: { ':entity': entityId },
      },
    },
    claimedName: create(claimed),
  };
}
