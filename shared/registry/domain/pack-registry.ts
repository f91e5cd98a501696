import { type NameTools, nameFeatures } from './name-features.ts';
import {
  idBytes,
  isPackable,
  type PackedArrays,
  type PackedFacts,
  unitByteLength,
  writeUnitBytes,
} from './packed-registry.ts';
import { bitmapBytes, isDense, type Postings } from './postings.ts';
import {
  compareEntries,
  type RegistryRow,
  registryEntry,
  type SearchEntry,
} from './registry-entry.ts';
import { visitNameGrams, visitNumberGrams } from './search-words.ts';
import { nameSignature } from './similar-rows.ts';

/** As many extensions as an index of two bytes can tell apart. */
const mostExtensions = 0x10000;

/** Packs rows, one of each entity, in any order. It takes half a minute for a million of them. */
export function packRegistry(
  rows: Iterable<RegistryRow>,
  tools: NameTools,
): {
  readonly arrays: PackedArrays;
  readonly facts: PackedFacts;
} {
  const entries: SearchEntry[] = [];
  const others: RegistryRow[] = [];
  const extensions = new Map<string, number>();
  for (const row of rows) {
    const entry = registryEntry(row);
    if (isPackable(row) && hasRoom(extensions, row.extension)) entries.push(entry);
    else others.push(entry.row);
  }
  entries.sort(compareEntries);
  const count = entries.length;
  const keys = packTexts(entries, ({ key }) => key);
  const names = packTexts(entries, ({ row }) => row.name);
  const ids = new Uint8Array(16 * count);
  for (const [place, { row }] of entries.entries()) ids.set(idBytes(row.id) ?? [], 16 * place);
  const numberOf = ({ row }: SearchEntry) => row.residentPermitNumber ?? '';
  const { grams, counts, starts, bytes } = packPostings(count, (place, visit) => {
    const entry = entries[place];
    if (entry === undefined) return;
    visitNameGrams(entry.key, visit);
    visitNumberGrams(numberOf(entry), visit);
  });
  return {
    arrays: {
      keyStarts: keys.starts,
      keys: keys.bytes,
      nameStarts: names.starts,
      names: names.bytes,
      extensionOf: Uint16Array.from(entries, ({ row }) => extensions.get(row.extension) ?? 0),
      ids,
      byId: inOrderOfIds(entries),
      versions: Uint32Array.from(entries, ({ row }) => row.version),
      numbers: Float64Array.from(entries, (entry) => Number(numberOf(entry))),
      grams,
      gramCounts: counts,
      gramStarts: starts,
      postings: bytes,
      ...packSignatures(entries, tools),
    },
    facts: { count, extensions: [...extensions.keys()], others },
  };
}

function packSignatures(entries: readonly SearchEntry[], tools: NameTools) {
  const count = entries.length;
  const packed = {
    looks: new Uint16Array(count),
    smallLooks: new Uint16Array(count),
    distinctiveWords: new Uint16Array(count),
    sounds: new Uint16Array(count),
    otherSounds: new Uint16Array(count),
    letters: new Uint32Array(count),
    letterPairs: new Uint32Array(count),
    morePairs: new Uint32Array(count),
    lengths: new Uint8Array(count),
  };
  for (const [place, { row }] of entries.entries()) {
    const signature = nameSignature(nameFeatures(row.name, tools));
    packed.looks[place] = signature.looks;
    packed.smallLooks[place] = signature.smallLooks;
    packed.distinctiveWords[place] = signature.words;
    packed.sounds[place] = signature.sound;
    packed.otherSounds[place] = signature.otherSound;
    packed.letters[place] = signature.letters;
    packed.letterPairs[place] = signature.pairs;
    packed.morePairs[place] = signature.morePairs;
    packed.lengths[place] = signature.length;
  }
  return packed;
}

/** Notes the extension where it is new; false when there are too many. */
function hasRoom(extensions: Map<string, number>, extension: string): boolean {
  if (extensions.has(extension)) return true;
  if (extensions.size === mostExtensions) return false;
  extensions.set(extension, extensions.size);
  return true;
}

function packTexts(entries: readonly SearchEntry[], textOf: (entry: SearchEntry) => string) {
  const starts = new Uint32Array(entries.length + 1);
  let length = 0;
  for (const [place, entry] of entries.entries()) {
    starts[place] = length;
    length += unitByteLength(textOf(entry));
  }
  starts[entries.length] = length;
  const bytes = new Uint8Array(length);
  for (const [place, entry] of entries.entries()) {
    writeUnitBytes(textOf(entry), bytes, starts[place] ?? 0);
  }
  return { starts, bytes };
}

/** Places by their ids: hexadecimal digits in lower case, and dashes at the same places, sort as the bytes do. */
function inOrderOfIds(entries: readonly SearchEntry[]): Uint32Array {
  const idOf = (place: number) => entries[place]?.row.id ?? '';
  return Uint32Array.from(entries.keys()).sort((left, right) =>
    idOf(left) < idOf(right) ? -1 : 1,
  );
}

/**
 * The postings of `count` places. `visitGrams` visits the grams of a place, some more than once perhaps; it is called
 * twice for each place, and must visit the same.
 */
function packPostings(
  count: number,
  visitGrams: (place: number, visit: (gram: number) => void) => void,
): Postings {
  // A gram has a slot, in the order in which grams are first seen.
  const slots = new Map<number, number>();
  const counts: number[] = [];
  const lasts: number[] = [];
  const lengths: number[] = [];
  eachOnce(count, visitGrams, slots, lasts, (slot, gap) => {
    counts[slot] = (counts[slot] ?? 0) + 1;
    lengths[slot] = (lengths[slot] ?? 0) + gapBytes(gap);
  });

  const grams = Uint32Array.from(slots.keys()).sort();
  const starts = new Uint32Array(grams.length + 1);
  const ends = new Float64Array(grams.length);
  let length = 0;
  for (const [index, gram] of grams.entries()) {
    const slot = slots.get(gram) ?? 0;
    const dense = isDense(counts[slot] ?? 0, count);
    if (dense) length = 4 * Math.ceil(length / 4);
    starts[index] = length;
    ends[slot] = length;
    length += dense ? bitmapBytes(count) : (lengths[slot] ?? 0);
  }
  starts[grams.length] = length;

  const bytes = new Uint8Array(length);
  lasts.length = 0;
  eachOnce(count, visitGrams, slots, lasts, (slot, gap, place) => {
    const start = ends[slot] ?? 0;
    if (isDense(counts[slot] ?? 0, count)) {
      // Words of 32 bits, the lowest byte first, as everywhere that this runs.
      const byte = start + (place >>> 3);
      bytes[byte] = (bytes[byte] ?? 0) | (1 << (place & 7));
    } else {
      ends[slot] = writeGap(gap, bytes, start);
    }
  });
  return {
    count,
    grams,
    counts: Uint32Array.from(grams, (gram) => counts[slots.get(gram) ?? 0] ?? 0),
    starts,
    bytes,
  };
}

/** Visits each gram of each place once, by its slot, with how many places lie between it and the one before. */
function eachOnce(
  count: number,
  visitGrams: (place: number, visit: (gram: number) => void) => void,
  slots: Map<number, number>,
  lasts: number[],
  visit: (slot: number, gap: number, place: number) => void,
): void {
  let place = 0;
  const visitOnce = (gram: number) => {
    let slot = slots.get(gram);
    if (slot === undefined) {
      slot = slots.size;
      slots.set(gram, slot);
    }
    const last = lasts[slot] ?? -1;
    if (last === place) return;
    lasts[slot] = place;
    visit(slot, place - last - 1, place);
  };
  for (; place < count; place += 1) visitGrams(place, visitOnce);
}

function gapBytes(gap: number): number {
  let bytes = 1;
  for (let rest = gap; rest > 0x7f; rest >>>= 7) bytes += 1;
  return bytes;
}

function writeGap(gap: number, bytes: Uint8Array, at: number): number {
  let end = at;
  let rest = gap;
  for (; rest > 0x7f; rest >>>= 7) bytes[end++] = 0x80 | (rest & 0x7f);
  bytes[end++] = rest;
  return end;
}
