import { createRegistryBlocks, type RegistryBlock } from './registry-blocks.ts';
import { type RegistryRow, registryEntry, type SearchEntry } from './registry-entry.ts';
import { linesWithAll } from './registry-lines.ts';
import type { Ranked, SearchWords } from './search-words.ts';

const BLOCK_CAPACITY = 512;

/** Rows that come and change, packed in blocks for scanning. */
export interface LooseRows {
  /** Inserts or replaces rows; a row whose version is not newer than the one held is ignored. */
  apply(rows: readonly RegistryRow[]): void;
  /** What matches, each rank in the registry's order; together at least the first `atMost` of all. */
  search(words: SearchWords, atMost: number): Ranked;
  /** All rows, in no order that counts. */
  all(): Iterable<SearchEntry>;
  readonly size: number;
}

/**
 * No rows yet. A search scans all names, unless enough of the most relevant were found before: its cost grows with the
 * number of rows.
 */
export function createLooseRows(blockCapacity: number = BLOCK_CAPACITY): LooseRows {
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

  function search({ key, keyAtWord, words }: SearchWords, atMost: number): Ranked {
    const starting = startingWith(key, atMost);
    const wanted = atMost - starting.length;
    const atWord: SearchEntry[] = [];
    const containing: SearchEntry[] = [];
    // The scan puts the rarest first.
    const rarestFirst = [...words];
    for (const block of list.blocks) {
      if (atWord.length >= wanted) break;
      // With enough of the least relevant found, only more relevant ones can change the answer.
      const found =
        containing.length < wanted
          ? entriesMatching(block, rarestFirst, key)
          : linesWithAll(block.names(), [keyAtWord]);
      for (const index of found) {
        const entry = block.entries[index];
        if (entry === undefined || entry.key.startsWith(key)) continue;
        (entry.key.includes(keyAtWord) ? atWord : containing).push(entry);
      }
    }
    return { starting, atWord, containing };
  }

  return {
    apply,
    search,
    all: () => held.values(),
    get size() {
      return held.size;
    },
  };
}

/** Ascending places in a block of the rows with all words in the name or the key in the number. */
function entriesMatching(block: RegistryBlock, words: string[], key: string): readonly number[] {
  const byName = linesWithAll(block.names(), words);
  const byNumber = linesWithAll(block.permitNumbers(), [key]);
  if (byNumber.length === 0) return byName;
  return [...new Set([...byName, ...byNumber])].toSorted((left, right) => left - right);
}
