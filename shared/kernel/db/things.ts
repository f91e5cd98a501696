import { shardOf, shards } from './key-parts.ts';
import { type Collection, type ItemKey, keys, listShards } from './keys.ts';
import type { Page, PageBounds } from './page.ts';
import { readSpreadPage, type SpreadBounds, type SpreadList } from './spread-page.ts';
import { getItems, type Item, type Table } from './table.ts';
import { create, type Write } from './transact.ts';

/** Kinds of items that operators list, except those whose lists are in the table (`Collection` in `keys.ts`). */
export const thingKinds = [
  'legal_entity',
  'legal_entity_application',
  'amendment',
  'certificate_request',
  'residency_application',
  'invoice',
  'partner_integration',
  'oauth_client',
  'upload',
] as const;
export type ThingKind = (typeof thingKinds)[number];

/** The fields that decide where an item is listed. */
interface Placed {
  readonly id: string;
  readonly createdAt: string;
  /** Absent: it is on the list of its kind only. */
  readonly state?: string;
}

/** Where an item is listed: with all of its kind, and with those in its state. */
type ThingPlaces = Readonly<Partial<Record<'gsi1pk' | 'gsi1sk' | 'gsi2pk' | 'gsi2sk', string>>>;

/**
 * The attributes that put a thing on its lists. They follow from the thing alone and go with every write of it, so that no
 * list can say something else of it than it does itself: decision 62.
 */
export function thingPlaces(kind: ThingKind, { id, createdAt, state }: Placed): ThingPlaces {
  const order = `${createdAt}#${id}`;
  const all = { gsi1pk: shardOf(listName(kind), shards.things, id), gsi1sk: order };
  if (state === undefined) return all;
  return { ...all, gsi2pk: shardOf(listName(kind, state), shards.things, id), gsi2sk: order };
}

function listName(kind: ThingKind, state?: string): string {
  return state === undefined ? `THINGS#${kind}` : `THINGS#${kind}#${state}`;
}

/** The list of a kind, or of those of it in a state. */
export function thingList(kind: ThingKind, state?: string): SpreadList {
  const index = state === undefined ? 'gsi1' : 'gsi2';
  return { name: listName(kind, state), shards: shards.things, index };
}

/** The filter; days are UTC, YYYY-MM-DD, both included. */
export interface ThingFilter {
  readonly state?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdUntil?: string | undefined;
}

/**
 * A page of the things of a kind, newest first, whole items. From an index: what was written a second ago may be missing, or
 * be shown as it was before.
 */
export function readThings(
  table: Table,
  kind: ThingKind,
  { state, ...days }: ThingFilter,
  { limit, after }: Omit<PageBounds, 'keep'>,
): Promise<Page<Item>> {
  return readSpreadPage(table, thingList(kind, state), { limit, ...bounds(days, after) });
}

/** The bounds of sort keys that begin with the instant of creation. */
export function bounds(
  { createdFrom, createdUntil }: Omit<ThingFilter, 'state'>,
  after: string | undefined,
): { readonly after: string | undefined; readonly above: string | undefined } {
  // Every instant of the day is below it: a T follows the day there.
  const end = createdUntil === undefined ? undefined : `${createdUntil}U`;
  const isLater = end !== undefined && (after === undefined || end < after);
  return { after: isLater ? end : after, above: createdFrom };
}

/** Whether a thing was created in these days. */
export function isCreatedIn(
  { createdFrom = '', createdUntil }: Omit<ThingFilter, 'state'>,
  createdAt: string,
): boolean {
  const day = createdAt.slice(0, 10);
  return day >= createdFrom && (createdUntil === undefined || day <= createdUntil);
}

/** The write that adds a new item to its list. `item` is the item's own key. */
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
  // An item removed between the two reads is missing from the second.
  return { ...page, items: found.filter((item) => item !== undefined) };
}
