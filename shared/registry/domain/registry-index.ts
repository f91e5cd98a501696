import { createLooseRows } from './loose-rows.ts';
import type { PackedRegistry } from './packed-registry.ts';
import { compareEntries, type RegistryRow, type SearchEntry } from './registry-entry.ts';
import { searchPacked } from './search-packed.ts';
import { searchWords } from './search-words.ts';
import type { NameSignature, SimilarFinder, SimilarRow } from './similar-rows.ts';

export type { RegistryRow } from './registry-entry.ts';

/** The most rows that one search returns. */
export const SEARCH_LIMIT = 1000;

/** Rows in their order, at most as many as asked for. */
export interface RegistrySearchResult {
  readonly results: readonly RegistryRow[];
  /** Whether there are more. */
  readonly truncated: boolean;
}

/** The registry's names and permit numbers in memory: a packed registry, and what changed since. */
export interface RegistryIndex {
  /** Inserts or replaces rows; a row whose version is not newer than the one held is ignored. */
  apply(rows: readonly RegistryRow[]): void;
  /** Rows in the registry's order of relevance, at most `limit` (1000 unless told). */
  search(query: string, limit?: number): RegistrySearchResult;
  /** Rows whose names are similar to the finder's, in no order that counts. */
  similar(finder: SimilarFinder): readonly SimilarRow[];
  readonly size: number;
}

/**
 * An index for the registry search (spec 4.9): empty, or of a packed registry.
 *
 * A row matches when its name without the extension contains every word of the query, or its permit
 * number contains the whole query. Query and names are compared as name keys: white space collapsed,
 * case folded, accents counting. A query of white space alone finds nothing.
 *
 * Order of relevance: the name is the query; starts with it; one of its words does, the name going
 * on as the query does; everything else, permit numbers included. Within each by folded name, name
 * and id. A query of several words is taken as a whole here.
 */
export function createRegistryIndex(
  packed?: PackedRegistry,
  blockCapacity?: number,
): RegistryIndex {
  const loose = createLooseRows(blockCapacity);
  /** Places of the packed registry whose entity is among the loose rows, by a bit each. */
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
    // One more than the limit tells whether there are more.
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

/** Places of a packed registry and changed entries, each in the registry's order, as one list. */
function rowsInOrder(
  packed: PackedRegistry | undefined,
  places: readonly number[],
  changed: readonly SearchEntry[],
): readonly RegistryRow[] {
  if (packed === undefined || places.length === 0) return changed.map(({ row }) => row);
  // Mostly so: then nobody asks for keys.
  if (changed.length === 0) return places.map(packed.row);
  const held = places.map((place) => ({ key: packed.key(place), row: packed.row(place) }));
  return [...held, ...changed].sort(compareEntries).map(({ row }) => row);
}
