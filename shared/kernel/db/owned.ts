import type * as z from 'zod/mini';
import { ownedFilings } from './case-keys.ts';
import type { ItemKey } from './keys.ts';
import { isCreatedIn, type ListFilter, listPlaces, pagesOf } from './listed-kinds.ts';
import { type Page, type PageBounds, readAll } from './page.ts';
import { parseFound, parseStored } from './stored.ts';
import { getItem, type Item, type Table } from './table.ts';
import { create, replace, type Write } from './transact.ts';

export type OwnedFiling = keyof typeof ownedFilings;
type OwnerField<Kind extends OwnedFiling> = (typeof ownedFilings)[Kind]['owner'];

/** The id of a filing's owner; null if there is no such filing. One round trip. */
export async function ownerOfFiling(
  table: Table,
  { type, id }: { readonly type: OwnedFiling; readonly id: string },
): Promise<string | null> {
  const { owner, pointer } = ownedFilings[type];
  const found = await getItem(table, pointer(id));
  return found === undefined ? null : String(found[owner]);
}

/** Reads and writes items that belong to an owner. */
interface OwnedItems<T> {
  /** The owner's item; null if it does not exist or belongs to someone else. One round trip. */
  find(table: Table, ownerId: string, id: string): Promise<T | null>;
  /** The item, without a check of its owner; for operators, workflows and emails. Two round trips. */
  findAny(table: Table, id: string): Promise<T | null>;
  /** All items of an owner, newest first. */
  list(table: Table, ownerId: string): Promise<readonly T[]>;
  /** A page of all owners' items, newest first, for operators: see `readList`. */
  page(table: Table, filter: ListFilter, request: Omit<PageBounds, 'keep'>): Promise<Page<T>>;
  /** The item as it is stored, with its list keys. */
  stored(item: T): Item;
  /** The writes that store a new item. */
  create(item: T): { readonly item: Write; readonly pointer: Write };
  /** The write that stores an item's next state, unless it has changed since it was read. */
  write(item: T): Write;
}

/**
 * Filings of one kind that belong to an owner, with optimistic locking by `version`. Every item read must match
 * `schema`.
 */
export function ownedItems<
  Kind extends OwnedFiling,
  T extends { readonly [Field in OwnerField<Kind>]: string } & {
    readonly id: string;
    readonly createdAt: string;
    readonly statusId: string;
    readonly version: number;
  },
>(schema: z.ZodMiniType<T>, kind: Kind): OwnedItems<T> {
  const { item, pointer } = ownedFilings[kind];
  const owner: OwnerField<Kind> = ownedFilings[kind].owner;
  const find = async (table: Table, ownerId: string, id: string) =>
    parseFound(schema, await getItem(table, item(ownerId, id)));
  const stored = (thing: T): Item & T => ({
    ...item(thing[owner], thing.id),
    ...listPlaces(kind, { ...thing, state: thing.statusId }),
    ...thing,
  });
  return {
    find,
    async findAny(table, id) {
      const ownerId = await ownerOfFiling(table, { type: kind, id });
      return ownerId === null ? null : find(table, ownerId, id);
    },
    list: (table, ownerId) =>
      readNewestFirst(table, item(ownerId, ''), (found) => parseStored(schema, found)),
    page: pagesOf(kind, schema),
    stored,
    create: (item) => ({
      item: create(stored(item)),
      pointer: create({ ...pointer(item.id), [owner]: item[owner] }),
    }),
    write: (item) => replace(stored(item)),
  };
}

/**
 * A page of one owner's items, newest first, cut from all of them because an owner has few. Cursors
 * are interchangeable with those of `readList`.
 */
export function ofOwner<
  T extends { readonly id: string; readonly createdAt: string; readonly statusId: string },
>(
  things: readonly T[],
  { state, ...days }: ListFilter,
  { limit, after }: Omit<PageBounds, 'keep'>,
): Page<T> {
  const place = ({ createdAt, id }: T) => `${createdAt}#${id}`;
  const matching = things.filter(
    (item) =>
      (state === undefined || item.statusId === state) &&
      isCreatedIn(days, item.createdAt) &&
      (after === undefined || place(item) < after),
  );
  const items = matching.slice(0, limit);
  const last = items.at(-1);
  return { items, next: matching.length > limit && last !== undefined ? place(last) : null };
}

/**
 * All items in an owner's partition that are sorted by id, returned newest first and then by id.
 */
async function readNewestFirst<T extends { readonly createdAt: string; readonly id: string }>(
  table: Table,
  { pk, sk }: ItemKey,
  parse: (item: Readonly<Record<string, unknown>>) => T,
): Promise<readonly T[]> {
  const order = ({ createdAt, id }: T) => `${createdAt} ${id}`;
  const items = await readAll(table, { value: pk, prefix: sk });
  return items.map(parse).toSorted((left, right) => (order(left) > order(right) ? -1 : 1));
}
