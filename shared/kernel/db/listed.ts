import type { ItemKey } from './keys.ts';
import { type Collection, keys, listShards } from './keys.ts';
import type { Page } from './page.ts';
import { readSpreadPage, type SpreadBounds, type SpreadList } from './spread-page.ts';
import { getItems, type Item, type Table } from './table.ts';
import { create, type Write } from './transact.ts';

/** The write that puts a new thing on its list; `item` is where the thing itself is stored. */
export function listWrite(
  collection: Collection,
  createdAt: string,
  id: string,
  item: ItemKey,
): Write {
  return create({ ...keys.listed(collection, createdAt, id), itemPk: item.pk, itemSk: item.sk });
}

/** The write that takes it off again. */
export function unlistWrite(collection: Collection, createdAt: string, id: string): Write {
  return { remove: { Key: keys.listed(collection, createdAt, id) } };
}

/** The partitions of a list. */
export function spreadList(collection: Collection): SpreadList {
  return { name: `LIST#${collection}`, shards: listShards(collection) };
}

/** A page of a list, newest first unless the oldest are wanted first, strongly consistent: what was just written is on it. */
export async function readListed(
  table: Table,
  collection: Collection,
  request: Omit<SpreadBounds, 'keep'>,
): Promise<Page<Item>> {
  const page = await readSpreadPage(table, spreadList(collection), request);
  const wanted = page.items.map((item) => ({
    pk: String(item['itemPk']),
    sk: String(item['itemSk']),
  }));
  if (wanted.length === 0) return { ...page, items: [] };
  const found = await getItems(table, wanted);
  // What was removed between the two reads is missing from the second.
  return { ...page, items: found.filter((item) => item !== undefined) };
}
