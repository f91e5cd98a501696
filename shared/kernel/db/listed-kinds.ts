import type * as z from 'zod/mini';
import { products } from '../domain/product.ts';
import { shardOf, shards } from './key-parts.ts';
import { type Collection, type ItemKey, keys, listShards } from './keys.ts';
import type { Page, PageBounds } from './page.ts';
import { readShardedPage, type ShardedBounds, type ShardedList } from './sharded-page.ts';
import { parseStored } from './stored.ts';
import { getItems, type Item, type Table } from './table.ts';
import { create, type Write } from './transact.ts';

/**
 * Kinds of items that operators list in an index. Lists in the table are `Collection` in `keys.ts`.
 */
export const listedKinds = [
  'legal_entity',
  ...products,
  'invoice',
  'partner_integration',
  'oauth_client',
  'upload',
] as const;
export type ListedKind = (typeof listedKinds)[number];

/** The fields that determine an item's lists. */
interface Placed {
  readonly id: string;
  readonly createdAt: string;
  /** Without a state it is only in the list of its kind. */
  readonly state?: string;
}

/** The index keys of an item: the list of its kind, and the list of those in its state. */
type ListPlaces = Readonly<Partial<Record<'gsi1pk' | 'gsi1sk' | 'gsi2pk' | 'gsi2sk', string>>>;

/**
 * The attributes that put an item on its lists. They are derived from the item and written with it,
 * so a list can't contradict the item: decision 62.
 */
export function listPlaces(kind: ListedKind, { id, createdAt, state }: Placed): ListPlaces {
  const order = `${createdAt}#${id}`;
  const all = { gsi1pk: shardOf(listName(kind), shards.things, id), gsi1sk: order };
  if (state === undefined) return all;
  return { ...all, gsi2pk: shardOf(listName(kind, state), shards.things, id), gsi2sk: order };
}

function listName(kind: ListedKind, state?: string): string {
  return state === undefined ? `RECORDS#${kind}` : `RECORDS#${kind}#${state}`;
}

/** The list of a kind, optionally of those in a state. */
export function listForKind(kind: ListedKind, state?: string): ShardedList {
  const index = state === undefined ? 'gsi1' : 'gsi2';
  return { name: listName(kind, state), shards: shards.things, index };
}

/** The filter; days are UTC, YYYY-MM-DD, both included. */
export interface ListFilter {
  readonly state?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdUntil?: string | undefined;
}

/**
 * A page of a kind's items, newest first, whole items. The index is eventually consistent: items
 * written in the last second may be missing or outdated.
 */
export function readList(
  table: Table,
  kind: ListedKind,
  { state, ...days }: ListFilter,
  { limit, after }: Omit<PageBounds, 'keep'>,
): Promise<Page<Item>> {
  return readShardedPage(table, listForKind(kind, state), { limit, ...bounds(days, after) });
}

/** Reads the pages of a kind, with every item parsed: see `readList`. */
export function pagesOf<T>(kind: ListedKind, schema: z.ZodMiniType<T>) {
  return async (
    table: Table,
    filter: ListFilter,
    request: Omit<PageBounds, 'keep'>,
  ): Promise<Page<T>> => {
    const page = await readList(table, kind, filter, request);
    return { ...page, items: page.items.map((item) => parseStored(schema, item)) };
  };
}

/** The range of sort keys that begin with an instant of creation between two days. */
export function bounds(
  { createdFrom, createdUntil }: Omit<ListFilter, 'state'>,
  after: string | undefined,
): { readonly after: string | undefined; readonly above: string | undefined } {
  // Sort keys of the last day continue with a T, which sorts before U.
  const end = createdUntil === undefined ? undefined : `${createdUntil}U`;
  const isLater = end !== undefined && (after === undefined || end < after);
  return { after: isLater ? end : after, above: createdFrom };
}

/** Whether an item was created on one of these days. */
export function isCreatedIn(
  { createdFrom = '', createdUntil }: Omit<ListFilter, 'state'>,
  createdAt: string,
): boolean {
  const day = createdAt.slice(0, 10);
  return day >= createdFrom && (createdUntil === undefined || day <= createdUntil);
}

/** The write that adds an item to a list. `item` is the item's own key. */
export function listWrite(
  collection: Collection,
  createdAt: string,
  id: string,
  item: ItemKey,
): Write {
  return create({ ...keys.listed(collection, createdAt, id), itemPk: item.pk, itemSk: item.sk });
}

/** The write that removes an item from a list. */
export function unlistWrite(collection: Collection, createdAt: string, id: string): Write {
  return { remove: { Key: keys.listed(collection, createdAt, id) } };
}

export function shardedList(collection: Collection): ShardedList {
  return { name: `LIST#${collection}`, shards: listShards(collection) };
}

/** A page of a list, newest first unless `oldestFirst`, strongly consistent. */
export async function readListed(
  table: Table,
  collection: Collection,
  request: Omit<ShardedBounds, 'keep'>,
): Promise<Page<Item>> {
  const page = await readShardedPage(table, shardedList(collection), request);
  const requested = page.items.map((item) => ({
    pk: String(item['itemPk']),
    sk: String(item['itemSk']),
  }));
  if (requested.length === 0) return { ...page, items: [] };
  const found = await getItems(table, requested);
  // An item deleted between the two reads is missing from the second.
  return { ...page, items: found.filter((item) => item !== undefined) };
}
