import { nameKey } from '../../kernel/domain/company-name.ts';
import { createRegistryBlocks, type RegistryBlock } from './registry-blocks.ts';
import { type RegistryRow, registryEntry, type SearchEntry } from './registry-entry.ts';
import { linesWithAll } from './registry-lines.ts';

export type { RegistryRow } from './registry-entry.ts';

/** The most rows that one search returns. */
export const SEARCH_LIMIT = 1000;

const BLOCK_CAPACITY = 512;

/** Rows in their order, at most as many as asked for. */
export interface RegistrySearchResult {
  readonly results: readonly RegistryRow[];
  /** Whether there are more. */
  readonly truncated: boolean;
}

/** The registry's names and permit numbers, packed in memory for searching. */
export interface RegistryIndex {
  /** Inserts or replaces rows; a row whose version is not newer than the one held is ignored. */
  apply(rows: readonly RegistryRow[]): void;
  /** Rows in the registry's order of relevance, at most `limit` (1000 unless told). */
  search(query: string, limit?: number): RegistrySearchResult;
  readonly size: number;
}

/**
 * An empty index for the registry search (spec 4.9).
 *
 * A row matches when its name without the extension contains every word of the query, or its permit
 * number contains the whole query. Query and names are compared as name keys: white space collapsed,
 * case folded, accents counting. A query of white space alone finds nothing.
 *
 * Order of relevance: the name is the query; starts with it; one of its words does, the name going
 * on as the query does; everything else, permit numbers included. Within each by folded name, name
 * and id. A query of several words is taken as a whole here.
 */
export function createRegistryIndex(blockCapacity: number = BLOCK_CAPACITY): RegistryIndex {
  const list = createRegistryBlocks(blockCapacity);
  const held = new Map<string, SearchEntry>();

  function apply(rows: readonly RegistryRow[]): void {
    for (const row of rows) {
      const old = held.get(row.id);
      if (old !== undefined && row.version <= old.row.version) continue;
      const entry = registryEntry(row);
      if (old !== undefined) list.remove(old);
      list.insert(entry);
      held.set(row.id, entry);
    }
  }

  /** Names that are the key or start with it; the former sort first anyway. */
  function startingWith(key: string, atMost: number): SearchEntry[] {
    const found: SearchEntry[] = [];
    for (const entry of list.from(key)) {
      if (found.length === atMost || !entry.key.startsWith(key)) break;
      found.push(entry);
    }
    return found;
  }

  function search(query: string, limit: number = SEARCH_LIMIT): RegistrySearchResult {
    const key = nameKey(query);
    if (key === '') return { results: [], truncated: false };
    // One more than the limit tells whether there are more.
    const starting = startingWith(key, limit + 1);
    const wanted = limit + 1 - starting.length;
    const atWord: SearchEntry[] = [];
    const containing: SearchEntry[] = [];
    const words = distinctWords(key);
    const keyAtWord = ` ${key}`;
    for (const block of list.blocks) {
      if (atWord.length >= wanted) break;
      // With enough of the least relevant found, only more relevant ones can change the answer.
      const found =
        containing.length < wanted
          ? entriesMatching(block, words, key)
          : linesWithAll(block.names(), [keyAtWord]);
      for (const index of found) {
        const entry = block.entries[index];
        if (entry === undefined || entry.key.startsWith(key)) continue;
        (entry.key.includes(keyAtWord) ? atWord : containing).push(entry);
      }
    }
    const entries = [...starting, ...atWord, ...containing];
    return {
      results: entries.slice(0, limit).map(({ row }) => row),
      truncated: entries.length > limit,
    };
  }

  return {
    apply,
    search,
    get size() {
      return held.size;
    },
  };
}

/** The words of a key that are not part of another one, the longest first. */
function distinctWords(key: string): string[] {
  const longestFirst = key.split(' ').toSorted((left, right) => right.length - left.length);
  return longestFirst.filter(
    (word, index) => !longestFirst.slice(0, index).some((longer) => longer.includes(word)),
  );
}

/** Ascending places in a block of the rows with all words in the name or the key in the number. */
function entriesMatching(block: RegistryBlock, words: string[], key: string): readonly number[] {
  const byName = linesWithAll(block.names(), words);
  const byNumber = linesWithAll(block.permitNumbers(), [key]);
  if (byNumber.length === 0) return byName;
  return [...new Set([...byName, ...byNumber])].toSorted((left, right) => left - right);
}
