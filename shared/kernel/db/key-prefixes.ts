import { plainWords } from '../domain/fold-case.ts';
import { shardOf, shards } from './key-parts.ts';
import { partitions } from './keys.ts';
import type { Page, PageBounds } from './page.ts';
import { readShardedPage, type ShardedList } from './sharded-page.ts';
import type { Table } from './table.ts';

/** The fields that can be searched by the beginning of a word. */
type Found = 'given_name' | 'surname' | 'address' | 'domain' | 'entity_name';

/** The number of a word's first letters that name a list. */
const letters = 3;

type Index = 'gsi1' | 'gsi2';

/**
 * The attributes that list an item by the beginning of its `text`; none without a text. The list's
 * key is a hash of the first three letters, so no key contains part of a name. `order` is the sort
 * key.
 */
export function beginningPlace(
  index: Index,
  found: Found,
  text: string | null,
  { id, order }: { readonly id: string; readonly order: string },
): Readonly<Partial<Record<`${Index}${'pk' | 'sk'}`, string>>> {
  const [first] = text === null ? [] : plainWords(text);
  if (first === undefined) return {};
  const { name } = beginningList(index, found, first);
  return { [`${index}pk`]: shardOf(name, shards.listed, id), [`${index}sk`]: order };
}

/** The lists that a search reads. */
type KeyPrefixes = readonly (readonly [index: Index, found: Found])[];

/** Further words only filter the results; no list is read for them. */
const askedWords = 3;

/**
 * A page of the items that one of the lists has for one of the words, newest first, if `isMatch`
 * accepts their current state. Like a page of `readChosen`, it may end before it is full.
 */
export function readByKeyPrefixes<T extends { readonly id: string }>(
  table: Table,
  lists: KeyPrefixes,
  words: readonly string[],
  request: Omit<PageBounds, 'keep'>,
  {
    load,
    isMatch,
  }: {
    readonly load: (ids: readonly string[]) => Promise<readonly T[]>;
    readonly isMatch: (item: T) => boolean;
  },
): Promise<Page<T>> {
  const asked = words
    .slice(0, askedWords)
    .flatMap((word) => lists.map(([index, found]) => beginningList(index, found, word)));
  const read = async ({ limit, after }: Omit<PageBounds, 'keep'>) => {
    const pages = await Promise.all(
      asked.map(async (list) => ({
        list,
        ...(await readShardedPage(table, list, { limit, after })),
      })),
    );
    const places = pages.flatMap(({ list, items }) =>
      items.map((item) => String(item[`${list.index ?? 'gsi1'}sk`])),
    );
    // All lists have the same order, and each returned as many entries as the page takes.
    const newest = [...new Set(places)].toSorted().toReversed();
    const shown = newest.slice(0, limit);
    const ids = shown.map((place) => place.slice(place.indexOf('#') + 1));
    const things = new Map((await load(ids)).map((item) => [item.id, item]));
    const isMore = newest.length > limit || pages.some(({ next }) => next !== null);
    return {
      items: shown.flatMap((place, index): readonly Listed<T>[] => {
        const item = things.get(ids[index] ?? '');
        return item === undefined ? [] : [{ place, item }];
      }),
      next: isMore ? (shown.at(-1) ?? null) : null,
    };
  };
  return readChosen(request, read, isMatch);
}

/** The list of items that begin with the word. A word of one or two letters matches only itself. */
function beginningList(index: Index, found: Found, word: string): ShardedList {
  const name = partitions.beginning(found, Array.from(word).slice(0, letters).join(''));
  return { name, shards: shards.listed, index };
}

/** How many entries are read for one page that few of them match. */
const mostLookedAt = 1000;

/** An item of a list, with its sort key there. */
export interface Listed<T> {
  readonly place: string;
  readonly item: T;
}

/**
 * A page of the items in a list that `isMatch` accepts. After reading a thousand items the page
 * ends even if it is not full, and its cursor continues after the last one read: callers continue
 * until there is no cursor.
 */
export async function readChosen<T>(
  { limit, after }: Omit<PageBounds, 'keep'>,
  read: (request: Omit<PageBounds, 'keep'>) => Promise<Page<Listed<T>>>,
  isMatch: (item: T) => boolean,
): Promise<Page<T>> {
  const chosen: Listed<T>[] = [];
  let from = after;
  for (let looked = 0, size = limit; looked < mostLookedAt; size = Math.min(100, size * 2)) {
    const { items, next } = await read({ limit: size, after: from });
    for (const item of items) {
      if (!isMatch(item.item)) continue;
      if (chosen.length === limit) return cut(chosen, chosen.at(-1)?.place ?? null);
      chosen.push(item);
    }
    if (next === null) return cut(chosen, null);
    looked += items.length;
    from = next;
  }
  return cut(chosen, from ?? null);
}

function cut<T>(chosen: readonly Listed<T>[], next: string | null): Page<T> {
  return { items: chosen.map(({ item }) => item), next };
}
