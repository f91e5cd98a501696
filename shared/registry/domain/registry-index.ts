import { createLooseRows } from './loose-rows.ts';
import { type PackedRegistry, toUnitBytes } from './packed-registry.ts';
import { anyOf, eitherOf, noPlaces, type Places, placesWith } from './postings.ts';
import { compareEntries, type RegistryRow, type SearchEntry } from './registry-entry.ts';
import {
  gramsOfDigits,
  gramsOfWord,
  type Ranked,
  type SearchWords,
  searchWords,
} from './search-words.ts';
import type { NameSignature, SimilarFinder, SimilarRow } from './similar-rows.ts';

export type { RegistryRow } from './registry-entry.ts';

/** The most rows that one search returns. */
export const SEARCH_LIMIT = 1000;

/** Rows in order of relevance, limited. */
export interface RegistrySearchResult {
  readonly results: readonly RegistryRow[];
  /** Whether more rows match. */
  readonly truncated: boolean;
}

/** The registry's names and permit numbers in memory: a packed registry and later changes. */
export interface RegistryIndex {
  /** Inserts or replaces rows. Rows with an older or the same version are ignored. */
  apply(rows: readonly RegistryRow[]): void;
  /** Rows in order of relevance, at most `limit` (default 1000). */
  search(query: string, limit?: number): RegistrySearchResult;
  /** Rows whose names are similar to the finder's, in no particular order. */
  similar(finder: SimilarFinder): readonly SimilarRow[];
  readonly size: number;
}

/**
 * An index for the registry search (spec 4.9): empty, or of a packed registry.
 *
 * A row matches if its name without the extension contains every word of the query, or its permit number contains the
 * whole query. Query and names are normalized: white space collapsed, case folded, accents significant. A query of only
 * white space finds nothing.
 *
 * Order of relevance: the name equals the query; starts with it; contains it at the start of a later word; everything
 * else, including permit numbers. Within each by folded name, name and id. Here, a query of several words is compared
 * as a whole.
 */
export function createRegistryIndex(
  packed?: PackedRegistry,
  blockCapacity?: number,
): RegistryIndex {
  const loose = createLooseRows(blockCapacity);
  /** One bit per position of the packed registry: whether a loose row replaces it. */
  const gone = new Uint32Array(Math.ceil((packed?.facts.count ?? 0) / 32));
  let countGone = 0;
  const isGone = (place: number) => (((gone[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 1;
  loose.apply(packed?.facts.others ?? []);

  function apply(rows: readonly RegistryRow[]): void {
    for (const row of rows) {
      const place = packed?.placeOf(row.id) ?? -1;
      if (packed !== undefined && place !== -1 && !isGone(place)) {
        if (row.version <= (packed.arrays.versions[place] ?? 0)) continue;
        gone[place >>> 5] = (gone[place >>> 5] ?? 0) | (1 << (place & 31));
        countGone += 1;
      }
      loose.apply([row]);
    }
  }

  function search(query: string, limit: number = SEARCH_LIMIT): RegistrySearchResult {
    const words = searchWords(query);
    if (words === null) return { results: [], truncated: false };
    // One more than the limit shows whether there are more.
    const atMost = limit + 1;
    const held = packed && searchPacked(packed, words, atMost, isGone);
    const changed = loose.size === 0 ? undefined : loose.search(words, atMost);
    const rows = (['starting', 'atWord', 'containing'] as const).flatMap((rank) =>
      rowsInOrder(packed, held?.[rank] ?? [], changed?.[rank] ?? []),
    );
    return { results: rows.slice(0, limit), truncated: rows.length > limit };
  }

  const signatures = new WeakMap<SearchEntry, NameSignature>();

  return {
    apply,
    search,
    similar: (finder) => finder.inMemory({ packed, isGone, loose: loose.all(), signatures }),
    get size() {
      return (packed?.facts.count ?? 0) - countGone + loose.size;
    },
  };
}

/** Merges positions of a packed registry and changed entries, each in the registry's order. */
function rowsInOrder(
  packed: PackedRegistry | undefined,
  places: readonly number[],
  changed: readonly SearchEntry[],
): readonly RegistryRow[] {
  if (packed === undefined || places.length === 0) return changed.map(({ row }) => row);
  const rows: RegistryRow[] = [];
  let next = 0;
  const addUntil = (end: number) => {
    for (; next < end; next += 1) rows.push(packed.row(places[next] ?? 0));
  };
  // There are few changes. Each is put in its place by halving, which needs a few keys.
  for (const entry of changed) {
    let low = next;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const place = places[middle] ?? 0;
      const held = { key: packed.key(place), row: packed.row(place) };
      if (compareEntries(held, entry) < 0) low = middle + 1;
      else high = middle;
    }
    addUntil(low);
    rows.push(entry.row);
  }
  addUntil(places.length);
  return rows;
}

/**
 * The positions of matches in a packed registry, except those with `isGone`; each rank in the registry's order,
 * together at least the first `atMost` of all.
 *
 * Names are found by their grams, and compared only where the grams are inconclusive: the cost follows the rarest gram
 * of the query, or the answer's length if all are frequent.
 */
function searchPacked(
  registry: PackedRegistry,
  { key, keyAtWord, words }: SearchWords,
  atMost: number,
  isGone: (place: number) => boolean,
): Ranked<number> {
  const { arrays, postings } = registry;
  const nameHas = (place: number, word: Uint8Array) => contains(arrays, place, word);
  const keyBytes = toUnitBytes(key);
  const [from, to] = placesStartingWith(registry, keyBytes);
  const inStarting = (place: number) => place >= from && place < to;

  const starting: number[] = [];
  for (let place = from; place < to && starting.length < atMost; place += 1) {
    if (!isGone(place)) starting.push(place);
  }

  const requested = atMost - starting.length;
  const atWordBytes = toUnitBytes(keyAtWord);
  const atWord = take(
    placesWith(postings, gramsOfWord(keyAtWord)),
    requested,
    (place) => !inStarting(place) && !isGone(place) && nameHas(place, atWordBytes),
  );

  const wordBytes = words.map(toUnitBytes);
  const byName = where(placesWith(postings, words.flatMap(gramsOfWord)), (place) =>
    wordBytes.every((word) => nameHas(place, word)),
  );
  const byNumber = where(placesWithDigits(registry, key), (place) =>
    registry.number(place).includes(key),
  );
  // Matches at the start of a word are in both lists.
  const isAtWord = membership(atWord);
  const containing = take(
    requested > atWord.length ? eitherOf(byName, byNumber) : noPlaces,
    requested - atWord.length,
    (place) => !isAtWord(place) && !inStarting(place) && !isGone(place),
  );
  return { starting, atWord, containing };
}

function placesWithDigits({ postings }: PackedRegistry, key: string): Places {
  if (!/^[0-9]+$/.test(key)) return noPlaces;
  return anyOf(gramsOfDigits(key).map((grams) => placesWith(postings, grams)));
}

function where(places: Places, matches: (place: number) => boolean): Places {
  return () => {
    let place = places();
    while (place !== -1 && !matches(place)) place = places();
    return place;
  };
}

function take(places: Places, atMost: number, matches: (place: number) => boolean): number[] {
  const taken: number[] = [];
  const matching = where(places, matches);
  while (taken.length < atMost) {
    const place = matching();
    if (place === -1) break;
    taken.push(place);
  }
  return taken;
}

/** Whether a position is in an ascending list; must be called with ascending positions. */
function membership(sorted: readonly number[]): (place: number) => boolean {
  let at = 0;
  return (place) => {
    while ((sorted[at] ?? Number.POSITIVE_INFINITY) < place) at += 1;
    return sorted[at] === place;
  };
}

/** The first position whose name begins with the bytes, and the one after the last. */
function placesStartingWith(
  { arrays, facts }: PackedRegistry,
  bytes: Uint8Array,
): readonly [number, number] {
  const partition = (before: (order: number) => boolean) => {
    let low = 0;
    let high = facts.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (before(compareBeginning(arrays, middle, bytes))) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return [partition((order) => order < 0), partition((order) => order <= 0)];
}

/** Negative if the name sorts before all that begin with the bytes, 0 if it begins with them. */
function compareBeginning(
  { keys, keyStarts }: PackedRegistry['arrays'],
  place: number,
  bytes: Uint8Array,
): number {
  const start = keyStarts[place] ?? 0;
  const length = (keyStarts[place + 1] ?? 0) - start;
  for (let index = 0; index < bytes.length; index += 1) {
    if (index === length) return -1;
    const difference = (keys[start + index] ?? 0) - (bytes[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function contains(
  { keys, keyStarts }: PackedRegistry['arrays'],
  place: number,
  bytes: Uint8Array,
): boolean {
  const last = (keyStarts[place + 1] ?? 0) - bytes.length;
  const first = bytes[0];
  for (let start = keyStarts[place] ?? 0; start <= last; start += 1) {
    if (keys[start] !== first) continue;
    let index = 1;
    while (index < bytes.length && keys[start + index] === bytes[index]) index += 1;
    if (index === bytes.length) return true;
  }
  return false;
}
