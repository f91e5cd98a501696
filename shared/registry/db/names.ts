import { beginningPlace } from '../../kernel/db/beginnings.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, orElse, type Write } from '../../kernel/db/transact.ts';

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

/** `pk` of the claim that makes a name unique among the entities of its option; a new entity keeps it. */
export function nameClaimFor(optionId: string, name: string): string {
  return keys.entityName(optionId, name).pk;
}

/** A name, and the option among whose entities it is unique. */
export interface NameOfOption {
  readonly optionId: string;
  readonly name: string;
}

/** An entity's name, with the claim that the entity made on it. */
export interface ClaimedName extends NameOfOption {
  readonly nameClaim: string;
}

/** A claim on a name as the table keeps it, among the names that begin alike. */
export function nameClaimItem(
  claim: ItemKey,
  {
    id,
    createdAt,
    name,
  }: { readonly id: string; readonly createdAt: string; readonly name: string },
): Item {
  const place = { id, order: `${createdAt}#${id}` };
  return { ...claim, ...beginningPlace('gsi1', 'entity_name', name, place), entityId: id };
}

/** The claim that an entity holds: the one that it made, whatever key its name would have today. */
export function claimOf({ optionId, name, nameClaim }: ClaimedName): ItemKey {
  return { ...keys.entityName(optionId, name), pk: nameClaim };
}

/** The claim that the entity holds after a change of its name: the same one while the name stays as it was. */
export function claimAfter(from: ClaimedName, to: NameOfOption): ItemKey {
  const isSame = from.optionId === to.optionId && from.name === to.name;
  return isSame ? claimOf(from) : keys.entityName(to.optionId, to.name);
}

/**
 * The writes that release an entity's name and claim another, in the transaction that renames it.
 *
 * None when the two count as the same name. Refused as `name_taken` when another entity has the name.
 */
export function moveNameClaim(
  { id, createdAt }: { readonly id: string; readonly createdAt: string },
  from: ClaimedName,
  to: NameOfOption,
): {
  readonly releasedName: Write | undefined;
  readonly claimedName: Write<'name_taken'> | undefined;
} {
  const released = claimOf(from);
  const claimed = claimAfter(from, to);
  if (released.pk === claimed.pk) return { releasedName: undefined, claimedName: undefined };
  return {
    releasedName: {
      remove: {
        Key: released,
        ConditionExpression: 'entityId = :entity',
        ExpressionAttributeValues: { ':entity': id },
      },
    },
    claimedName: orElse(
      create(nameClaimItem(claimed, { id, createdAt, name: to.name })),
      () => 'name_taken',
    ),
  };
}
