import { type NameTools, nameFeatures } from './name-features.ts';
import {
  isPackable,
  type PackedArrays,
  type PackedFacts,
  unitByteLength,
  unitLength,
  writeIdBytes,
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
import {
  digestCount,
  digestsOf,
  endOfGrams,
  letterCode,
  nameSignature,
  otherLetters,
  visitDigestGrams,
} from './similar-rows.ts';

/** The number of extensions that an index of two bytes can distinguish. */
const mostExtensions = 0x10000;

/** Packs rows, one per entity, in any order. Takes about ten microseconds per row. */
export function packRegistry(
  rows: Iterable<RegistryRow>,
  tools: NameTools,
): {
  readonly arrays: PackedArrays;
  readonly facts: PackedFacts;
} {
  const unsorted: SearchEntry[] = [];
  const others: RegistryRow[] = [];
  const extensions = new Map<string, number>();
  for (const row of rows) {
    const entry = registryEntry(row);
    if (isPackable(row) && hasRoom(extensions, row.extension)) unsorted.push(entry);
    else others.push(entry.row);
  }
  const entries = inOrderOfNames(unsorted);
  const fields = packFields(entries, extensions);
  const names = packNames(entries);
  const { spelling, digests } = packSignatures(entries, tools);
  const { grams, counts, starts, bytes } = packPostings(entries.length, (place, visit) => {
    const entry = entries[place];
    if (entry === undefined) return;
    visitNameGrams(entry.key, visit);
    visitNumberGrams(entry.row.residentPermitNumber ?? '', visit);
    visitDigestGrams(digests, digestCount * place, visit);
  });
  return {
    arrays: {
      ...names,
      ...fields,
      byId: inOrderOfIds(fields.ids),
      grams,
      gramCounts: counts,
      gramStarts: starts,
      postings: bytes,
      ...spelling,
    },
    facts: { count: entries.length, extensions: [...extensions.keys()], others },
  };
}

function packFields(entries: readonly SearchEntry[], extensions: ReadonlyMap<string, number>) {
  const packed = {
    extensionOf: new Uint16Array(entries.length),
    ids: new Uint8Array(16 * entries.length),
    versions: new Uint32Array(entries.length),
    numbers: new Float64Array(entries.length),
  };
  for (const [place, { row }] of entries.entries()) {
    packed.extensionOf[place] = extensions.get(row.extension) ?? 0;
    writeIdBytes(row.id, packed.ids, 16 * place);
    packed.versions[place] = row.version;
    packed.numbers[place] = Number(row.residentPermitNumber);
  }
  return packed;
}

/** The spellings of names in the order of their letter codes, and `digestCount` digests per position. */
function packSignatures(entries: readonly SearchEntry[], tools: NameTools) {
  const count = entries.length;
  const digests = new Uint16Array(digestCount * count);
  const pairs = new Uint32Array(count);
  const morePairs = new Uint32Array(count);
  const lengths = new Uint8Array(count);
  const placeCodes = new Uint16Array(count);
  const rests = new Uint16Array(count);
  for (const [place, { row }] of entries.entries()) {
    const signature = nameSignature(nameFeatures(row.name, tools));
    digests.set(digestsOf(signature), digestCount * place);
    placeCodes[place] = letterCode(signature.letters);
    rests[place] = otherLetters(signature.letters);
    pairs[place] = signature.pairs;
    morePairs[place] = signature.morePairs;
    lengths[place] = signature.length;
  }
  const byLowByte = inOrderOf(placesTo(count), Uint8Array.from(placeCodes));
  const order = inOrderOf(
    byLowByte,
    placeCodes.map((code) => code >>> 8),
  );
  const ordered = inPlaceOrder(placeCodes, order);
  const starts = placesTo(count).filter((at) => at === 0 || ordered[at] !== ordered[at - 1]);
  const spelling = {
    codes: Uint16Array.from(starts, (at) => ordered[at] ?? 0),
    codeStarts: Uint32Array.from([...starts, count]),
    spelled: order,
    otherLetters: inPlaceOrder(rests, order),
    letterPairs: inPlaceOrder(pairs, order),
    morePairs: inPlaceOrder(morePairs, order),
    lengths: inPlaceOrder(lengths, order),
  };
  return { spelling, digests };
}

/** The numbers in the order of the positions. */
function inPlaceOrder<Numbers extends Uint8Array | Uint16Array | Uint32Array>(
  numbers: Numbers,
  order: Uint32Array,
): Numbers {
  // The copy is overwritten completely.
  const ordered = numbers.slice() as Numbers;
  for (let index = 0; index < order.length; index += 1) {
    ordered[index] = numbers[order[index] ?? 0] ?? 0;
  }
  return ordered;
}

/** Registers a new extension; false if there are too many. */
function hasRoom(extensions: Map<string, number>, extension: string): boolean {
  if (extensions.has(extension)) return true;
  if (extensions.size === mostExtensions) return false;
  extensions.set(extension, extensions.size);
  return true;
}

function packTexts(texts: readonly string[]) {
  const starts = new Uint32Array(texts.length + 1);
  let length = 0;
  for (const [place, text] of texts.entries()) {
    starts[place] = length;
    length += unitByteLength(text);
  }
  starts[texts.length] = length;
  const bytes = new Uint8Array(length);
  for (const [place, text] of texts.entries()) writeUnitBytes(text, bytes, starts[place] ?? 0);
  return { starts, bytes };
}

/**
 * Folded names, with a bit for each letter that is a capital in the original name; and names that this can't represent.
 */
function packNames(entries: readonly SearchEntry[]) {
  const keys = packTexts(entries.map(({ key }) => key));
  const capitals = new Uint8Array(Math.ceil(keys.bytes.length / 8));
  const places: number[] = [];
  const others: string[] = [];
  for (const [place, { key, row }] of entries.entries()) {
    if (key !== row.name && !noteCapitals(row.name, key, capitals, keys.starts[place] ?? 0)) {
      places.push(place);
      others.push(row.name);
    }
  }
  const names = packTexts(others);
  return {
    keyStarts: keys.starts,
    keys: keys.bytes,
    capitals,
    namePlaces: Uint32Array.from(places),
    nameStarts: names.starts,
    names: names.bytes,
  };
}

/** False if the name is not the folded name with ASCII capitals. `at` is the start of the folded name. */
function noteCapitals(name: string, key: string, capitals: Uint8Array, at: number): boolean {
  if (name.length !== key.length) return false;
  let bit = at;
  for (let index = 0; index < key.length; index += 1) {
    const unit = key.charCodeAt(index);
    const written = name.charCodeAt(index);
    if (written !== unit) {
      if (written < 0x41 || written > 0x5a || written + 32 !== unit) return false;
      capitals[bit >>> 3] = (capitals[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
    bit += unitLength(unit);
  }
  return true;
}

/** How many leading bytes of a folded name are radix-sorted. */
const orderedBytes = 12;

/**
 * Entries in the registry's order. The first bytes of names are radix-sorted, because each comparison waits for memory;
 * few names then need comparisons.
 */
function inOrderOfNames(entries: readonly SearchEntry[]): readonly SearchEntry[] {
  const { starts, bytes } = packTexts(entries.map(({ key }) => key));
  const column = new Uint8Array(entries.length);
  let order = placesTo(entries.length);
  for (let letter = orderedBytes - 1; letter >= 0; letter -= 1) {
    for (let place = 0; place < column.length; place += 1) {
      const at = (starts[place] ?? 0) + letter;
      column[place] = at < (starts[place + 1] ?? 0) ? (bytes[at] ?? 0) : 0;
    }
    order = inOrderOf(order, column);
  }
  const nearly = Array.from(order).flatMap((place) => entries[place] ?? []);
  return nearly.sort(compareEntries);
}

/** Positions sorted by id with a radix sort, which takes a tenth of the time of comparisons. */
function inOrderOfIds(ids: Uint8Array): Uint32Array {
  let order = placesTo(ids.length / 16);
  const bytes = new Uint8Array(order.length);
  for (let byte = 15; byte >= 0; byte -= 1) {
    for (let place = 0; place < bytes.length; place += 1)
      bytes[place] = ids[16 * place + byte] ?? 0;
    order = inOrderOf(order, bytes);
  }
  return order;
}

function placesTo(count: number): Uint32Array {
  const places = new Uint32Array(count);
  for (let place = 0; place < count; place += 1) places[place] = place;
  return places;
}

/** A stable sort of positions by one byte each. */
function inOrderOf(places: Uint32Array, numbers: Uint8Array | Uint16Array): Uint32Array {
  const starts = new Uint32Array(0x101);
  for (let place = 0; place < numbers.length; place += 1) {
    const after = (numbers[place] ?? 0) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let number = 1; number < starts.length; number += 1) {
    starts[number] = (starts[number] ?? 0) + (starts[number - 1] ?? 0);
  }
  const order = new Uint32Array(places.length);
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    const number = numbers[place] ?? 0;
    const at = starts[number] ?? 0;
    order[at] = place;
    starts[number] = at + 1;
  }
  return order;
}

/**
 * The postings of `count` positions. `visitGrams` visits the grams of a position, possibly repeatedly; it is called
 * twice per position and must visit the same grams.
 */
function packPostings(
  count: number,
  visitGrams: (place: number, visit: (gram: number) => void) => void,
): Postings {
  const { slotOf, seen } = createSlots();
  const counts: number[] = [];
  const lasts: number[] = [];
  const lengths: number[] = [];
  eachOnce(count, visitGrams, slotOf, lasts, (slot, gap) => {
    counts[slot] = (counts[slot] ?? 0) + 1;
    lengths[slot] = (lengths[slot] ?? 0) + gapBytes(gap);
  });

  const grams = Uint32Array.from(seen).sort();
  const starts = new Uint32Array(grams.length + 1);
  const ends = new Float64Array(grams.length);
  let length = 0;
  for (const [index, gram] of grams.entries()) {
    const slot = slotOf(gram);
    const dense = isDense(counts[slot] ?? 0, count);
    if (dense) length = 4 * Math.ceil(length / 4);
    starts[index] = length;
    ends[slot] = length;
    length += dense ? bitmapBytes(count) : (lengths[slot] ?? 0);
  }
  starts[grams.length] = length;

  const bytes = new Uint8Array(length);
  lasts.length = 0;
  eachOnce(count, visitGrams, slotOf, lasts, (slot, gap, place) => {
    const start = ends[slot] ?? 0;
    if (isDense(counts[slot] ?? 0, count)) {
      // 32-bit words, little-endian, as on all supported machines.
      const byte = start + (place >>> 3);
      bytes[byte] = (bytes[byte] ?? 0) | (1 << (place & 7));
    } else {
      ends[slot] = writeGap(gap, bytes, start);
    }
  });
  return {
    count,
    grams,
    counts: Uint32Array.from(grams, (gram) => counts[slotOf(gram)] ?? 0),
    starts,
    bytes,
  };
}

/** Numbers grams from 0 in the order of their first appearance. Uses tables, which are ten times faster than a map. */
function createSlots() {
  const seen: number[] = [];
  // Indexed by the upper bits of a gram, then the lowest 12: its number plus 1. Preallocated, because V8 has no
  // efficient sparse arrays.
  const tables = new Array<Uint32Array | undefined>(endOfGrams >>> 12).fill(undefined);
  function slotOf(gram: number): number {
    const table = tables[gram >>> 12] ?? new Uint32Array(0x1000);
    tables[gram >>> 12] = table;
    const slot = table[gram & 0xfff] ?? 0;
    if (slot > 0) return slot - 1;
    table[gram & 0xfff] = seen.push(gram);
    return seen.length - 1;
  }
  return { slotOf, seen };
}

/** Visits each gram of each position once, by its number, with the gap since the previous position. */
function eachOnce(
  count: number,
  visitGrams: (place: number, visit: (gram: number) => void) => void,
  slotOf: (gram: number) => number,
  lasts: number[],
  visit: (slot: number, gap: number, place: number) => void,
): void {
  let place = 0;
  const visitOnce = (gram: number) => {
    const slot = slotOf(gram);
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
