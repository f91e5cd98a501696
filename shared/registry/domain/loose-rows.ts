import {
  compareEntries,
  type RegistryRow,
  registryEntry,
  type SearchEntry,
} from './registry-entry.ts';
import type { Ranked, SearchWords } from './search-words.ts';

const BLOCK_CAPACITY = 512;

/** Rows that come and change, packed in blocks for scanning. */
interface LooseRows {
  /** Inserts or replaces rows; a row whose version is not newer than the one held is ignored. */
  apply(rows: readonly RegistryRow[]): void;
  /** What matches, each rank in the registry's order; together at least the first `atMost` of all. */
  search(words: SearchWords, atMost: number): Ranked;
  /** All rows, in no particular order. */
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

  /** Names that are the key or start with it; the previous sort first anyway. */
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

/** A run of neighbouring entries, and their names and permit numbers packed for scanning. */
interface RegistryBlock {
  readonly entries: readonly SearchEntry[];
  /** Line `n` is the folded name of entry `n`. */
  names(): Lines;
  /** Line `n` is the permit number of entry `n`, empty when it has none. */
  permitNumbers(): Lines;
}

/** All entries in the registry's order, cut into blocks. */
interface RegistryBlocks {
  readonly blocks: readonly RegistryBlock[];
  insert(entry: SearchEntry): void;
  /** Removes an entry that was inserted. */
  remove(entry: SearchEntry): void;
  /** The entries from the first one on whose folded name is not less than `key`. */
  from(key: string): Generator<SearchEntry>;
}

interface MutableBlock extends RegistryBlock {
  readonly entries: SearchEntry[];
  changed(): void;
}

/**
 * An empty sorted list. A block is cut in two when it outgrows `capacity` entries (at least 2). A
 * change moves entries within one block only, whose text is packed again by the next scan, so that
 * its cost depends on the capacity and hardly on the size of the registry.
 */
function createRegistryBlocks(capacity: number): RegistryBlocks {
  const blocks: MutableBlock[] = [];

  function blockFor(before: (entry: SearchEntry) => boolean): number {
    return partition(blocks, ({ entries }) => before(entries[entries.length - 1] ?? missing()));
  }

  function insert(entry: SearchEntry): void {
    const before = (other: SearchEntry) => compareEntries(other, entry) < 0;
    const place = Math.min(blockFor(before), blocks.length - 1);
    const block = blocks[place];
    if (block === undefined) {
      blocks.push(createBlock([entry]));
      return;
    }
    block.entries.splice(partition(block.entries, before), 0, entry);
    if (block.entries.length > capacity) {
      const upper = block.entries.splice(block.entries.length >>> 1);
      blocks.splice(place + 1, 0, createBlock(upper));
    }
    block.changed();
  }

  function remove(entry: SearchEntry): void {
    const before = (other: SearchEntry) => compareEntries(other, entry) < 0;
    const place = blockFor(before);
    const block = blocks[place] ?? missing();
    block.entries.splice(partition(block.entries, before), 1);
    if (block.entries.length === 0) blocks.splice(place, 1);
    block.changed();
  }

  function* from(key: string): Generator<SearchEntry> {
    const before = (entry: SearchEntry) => entry.key < key;
    for (let place = blockFor(before); place < blocks.length; place += 1) {
      const { entries } = blocks[place] ?? missing();
      for (let index = partition(entries, before); index < entries.length; index += 1) {
        yield entries[index] ?? missing();
      }
    }
  }

  return { blocks, insert, remove, from };
}

function createBlock(entries: SearchEntry[]): MutableBlock {
  let names: Lines | undefined;
  let permitNumbers: Lines | undefined;
  return {
    entries,
    names: () => (names ??= joinLines(entries.map(({ key }) => key))),
    permitNumbers: () =>
      (permitNumbers ??= joinLines(entries.map(({ row }) => row.residentPermitNumber ?? ''))),
    changed: () => {
      names = undefined;
      permitNumbers = undefined;
    },
  };
}

/** How many items at the front of a list satisfy `before`, which none does after one that does not. */
function partition<Item>(items: readonly Item[], before: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (before(items[middle] ?? missing())) low = middle + 1;
    else high = middle;
  }
  return low;
}

function missing(): never {
  throw new RangeError('The registry index is not in order');
}

const SEPARATOR = '\n';

/**
 * Short texts joined into one, so that a single native search covers all of them. Line `n` starts
 * at `starts[n]`; the last entry of `starts` is where a further line would start.
 */
interface Lines {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly count: number;
}

/** Joins texts, none of which may hold a line feed, into lines. */
function joinLines(texts: readonly string[]): Lines {
  const starts = new Uint32Array(texts.length + 1);
  let end = 0;
  for (const [line, text] of texts.entries()) {
    starts[line] = end;
    end += text.length + SEPARATOR.length;
  }
  starts[texts.length] = end;
  return { text: texts.join(SEPARATOR), starts, count: texts.length };
}

/**
 * The numbers of the lines that contain every one of `words` (at least one, none of them empty or
 * with a line feed), ascending. The cost follows the rarest word: from a line that lacks a word, the
 * search leaps to the next line that has it. Reorders `words`, the rarest seen first, so that a
 * search over further lines with the same array starts with it.
 */
function linesWithAll(lines: Lines, words: string[]): number[] {
  const found: number[] = [];
  let line = 0;
  let agreeing = 0;
  while (line < lines.count) {
    const word = words[agreeing];
    if (word === undefined) {
      found.push(line);
      line += 1;
      agreeing = 0;
      continue;
    }
    const next = lineWith(lines, word, line);
    if (next === line) {
      agreeing += 1;
    } else {
      words.copyWithin(1, 0, agreeing);
      words[0] = word;
      line = next;
      agreeing = 1;
    }
  }
  return found;
}

/** The first line from `from` on that contains `word`, or `lines.count`. */
function lineWith({ text, starts, count }: Lines, word: string, from: number): number {
  const position = text.indexOf(word, startOf(starts, from));
  if (position === -1) return count;
  let low = from;
  let high = from + 1;
  for (let step = 1; high < count && startOf(starts, high) <= position; step *= 2) {
    low = high;
    high = Math.min(count, high + step);
  }
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (startOf(starts, middle) <= position) low = middle;
    else high = middle;
  }
  return low;
}

function startOf(starts: Uint32Array, line: number): number {
  return starts[line] ?? 0;
}
