import type { ItemKey } from '../../kernel/db/keys.ts';
import type { Item, Table } from '../../kernel/db/table.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';

/** As many writes as one transaction takes. */
const most = 100;

/** The writes that remove items, whatever is there. */
export function removals(keys: readonly ItemKey[], label = 'removed'): Record<string, Write> {
  // A transaction names each item once.
  const each = new Map(keys.map(({ pk, sk }) => [`${pk}\n${sk}`, { pk, sk }]));
  return Object.fromEntries(
    [...each.values()].map((Key, index) => [`${label}${index}`, { remove: { Key } }]),
  );
}

/** Removes items that only follow from others; done again, it does nothing. */
export async function removeAll(table: Table, keys: readonly ItemKey[]): Promise<void> {
  for (let first = 0; first < keys.length; first += most) {
    const outcome = await transact(table, removals(keys.slice(first, first + most)));
    if (outcome.kind === 'refused') throw outcome.error;
  }
}

/** The write that removes an item, unless somebody wrote it since it was read: by the field that counts its writes. */
export function removeUnchanged(item: Item, counter: 'version' | 'revision'): Write {
  return {
    remove: {
      Key: keyOf(item),
      ConditionExpression: `${counter} = :read`,
      ExpressionAttributeValues: { ':read': item[counter] },
    },
  };
}

export function keyOf({ pk, sk }: Item): ItemKey {
  return { pk: String(pk), sk: String(sk) };
}
