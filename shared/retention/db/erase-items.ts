import * as z from 'zod/mini';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { create, put, transact, type Write } from '../../kernel/db/transact.ts';

/** The limit of one transaction. */
const most = 100;

/** The writes that remove items unconditionally. */
export function removals(keys: readonly ItemKey[], label = 'removed'): Record<string, Write> {
  // A transaction accepts each item only once.
  const each = new Map(keys.map(({ pk, sk }) => [`${pk}\n${sk}`, { pk, sk }]));
  return Object.fromEntries(
    [...each.values()].map((Key, index) => [`${label}${index}`, { remove: { Key } }]),
  );
}

/** Removes items that depend on others. Safe to repeat. */
export async function removeAll(table: Table, keys: readonly ItemKey[]): Promise<void> {
  for (let first = 0; first < keys.length; first += most) {
    const outcome = await transact(table, removals(keys.slice(first, first + most)));
    if (outcome.kind === 'refused') throw outcome.error;
  }
}

/** The write that removes an item. Refused if it has changed since it was read, by its version counter. */
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

/** Files in the bucket whose items are gone, until they are deleted. */
const StoredFileErasure = z.object({ id: z.string(), objectKeys: z.array(z.string()) });

/** Records the files to delete, in the transaction that removes their items; undefined if there are none. */
export function fileErasureWrite(
  id: string,
  files: readonly { readonly objectKey: string }[],
): Write | undefined {
  if (files.length === 0) return undefined;
  const objectKeys = files.map(({ objectKey }) => objectKey);
  return create({ ...keys.fileErasure(id), id, objectKeys });
}

/** The files that interrupted runs left to delete. */
export async function readFileErasures(table: Table) {
  const items = await readAll(table, { value: keys.fileErasure('').pk });
  return items.map((item) => parseStored(StoredFileErasure, item));
}

export const fileErasureKey = (id: string): ItemKey => keys.fileErasure(id);

/** The progress through decided cases with files: the position of the last one, in order of decision. */
const StoredRetentionRun = z.object({ proofsAfter: z.nullable(z.string()) });
export type StoredRetentionRun = z.output<typeof StoredRetentionRun>;

export async function findRetentionRun(table: Table): Promise<StoredRetentionRun> {
  return (
    parseFound(StoredRetentionRun, await getItem(table, keys.retentionRun())) ?? {
      proofsAfter: null,
    }
  );
}

/** Concurrent runs may reset each other's progress; repeated steps then find nothing left to erase. */
export async function saveRetentionRun(table: Table, run: StoredRetentionRun): Promise<void> {
  await transact(table, { run: put({ ...keys.retentionRun(), ...run }) });
}
