import { compareEntries, type SearchEntry } from './registry-entry.ts';
import { joinLines, type Lines } from './registry-lines.ts';

/** A run of neighbouring entries, and their names and permit numbers packed for scanning. */
export interface RegistryBlock {
  readonly entries: readonly SearchEntry[];
  /** Line `n` is the folded name of entry `n`. */
  names(): Lines;
  /** Line `n` is the permit number of entry `n`, empty when it has none. */
  permitNumbers(): Lines;
}

/** All entries in the registry's order, cut into blocks. */
export interface RegistryBlocks {
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
 * change moves entries within one block only, whose text is packed anew by the next scan, so that
 * its cost depends on the capacity and hardly on the size of the registry.
 */
export function createRegistryBlocks(capacity: number): RegistryBlocks {
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
