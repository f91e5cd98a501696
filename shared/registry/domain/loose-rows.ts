import {
  compareEntries,
  type RegistryRow,
  registryEntry,
  type SearchEntry,
} from './registry-entry.ts';
import type { Ranked, SearchWords } from './search-words.ts';

const BLOCK_CAPACITY = 512;

/** Changing rows, packed in blocks for scanning. */
interface LooseRows {
  /** Inserts or replaces rows. Rows with an older or the same version are ignored. */
  apply(rows: readonly RegistryRow[]): void;
  /** The matches, each rank in the registry's order; together at least the first `atMost` of all. */
  search(words: SearchWords, atMost: number): Ranked;
  /** All rows, in no particular order. */
  all(): Iterable<SearchEntry>;
  readonly size: number;
}

/**
 * An empty list. A search scans all names unless it finds enough of the most relevant ones first, so its cost grows
 * with the number of rows.
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

  /** Names that equal the key or start with it. Equal ones sort first. */
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
    const requested = atMost - starting.length;
    const atWord: SearchEntry[] = [];
    const containing: SearchEntry[] = [];
    // The scan moves the rarest word to the front.
    const rarestFirst = [...words];
    for (const block of list.blocks) {
      if (atWord.length >= requested) break;
      // Once enough of the least relevant are found, only more relevant ones can change the answer.
      const found =
        containing.length < requested
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

/** Ascending positions in a block of the rows whose name contains all words or whose number contains the key. */
function entriesMatching(block: RegistryBlock, words: string[], key: string): readonly number[] {
  const byName = linesWithAll(block.names(), words);
  const byNumber = linesWithAll(block.permitNumbers(), [key]);
  if (byNumber.length === 0) return byName;
  return [...new Set([...byName, ...byNumber])].toSorted((left, right) => left - right);
}

/** Consecutive entries, with their names and permit numbers packed for scanning. */
interface RegistryBlock {
  readonly entries: readonly SearchEntry[];
  /** Line `n` is the folded name of entry `n`. */
  names(): Lines;
  /** Line `n` is the permit number of entry `n`, or empty. */
  permitNumbers(): Lines;
}

/** All entries in the registry's order, in blocks. */
interface RegistryBlocks {
  readonly blocks: readonly RegistryBlock[];
  insert(entry: SearchEntry): void;
  remove(entry: SearchEntry): void;
  /** The entries from the first whose folded name is not less than `key`. */
  from(key: string): Generator<SearchEntry>;
}

interface MutableBlock extends RegistryBlock {
  readonly entries: SearchEntry[];
  changed(): void;
}

/**
 * An empty sorted list. A block with more than `capacity` entries (at least 2) is split. A change moves entries within
 * one block, whose text is repacked by the next scan, so its cost depends on the capacity and hardly on the size of the
 * registry.
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

/** How many items at the front of a list satisfy `before`. The list must be partitioned by it. */
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
 * Short texts joined into one, so that one native search covers all of them. Line `n` starts at `starts[n]`; the last
 * entry of `starts` is the end.
 */
interface Lines {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly count: number;
}

/** Joins texts without line feeds into lines. */
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
 * The numbers of the lines that contain all of `words`, ascending. Needs at least one word, none empty or with a line
 * feed. The search skips to the next line with the word that the current line lacks, so its cost follows the rarest
 * word. Reorders `words` by rarity, so that a search over further lines with the same array starts with the rarest.
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
