import { nameKey } from '../../kernel/domain/legal-entity.ts';
import { type NameTools, nameFeatures } from './name-features.ts';
import {
  isPackable,
  type PackedArrays,
  type PackedFacts,
  unitAt,
  unitByteLength,
  unitLength,
  writeIdBytes,
  writeUnitBytes,
} from './packed-registry.ts';
import { bitmapBytes, isDense, type Postings } from './postings.ts';
import { compareEntries, type RegistryRow, registryEntry } from './registry-entry.ts';
import { visitNameGrams, visitNumberGrams } from './search-words.ts';
import {
  digestCount,
  endOfGrams,
  letterCode,
  nameSignature,
  otherLetters,
  visitDigestGrams,
  writeDigests,
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
  const packable: RegistryRow[] = [];
  const others: RegistryRow[] = [];
  const extensions = new Map<string, number>();
  for (const row of rows) {
    if (isPackable(row) && hasRoom(extensions, row.extension)) packable.push(row);
    else others.push(registryEntry(row).row);
  }
  const keys = packable.map(({ name }) => nameKey(name));
  const unordered = packTexts(keys);
  const order = inOrderOfNames(packable, keys, unordered);
  const folded = textsInOrder(unordered, order);
  const fields = packFields(packable, extensions, order);
  const written = Array.from(order, (index) => packable[index]?.name ?? '');
  const { spelling, digests } = packSignatures(written, tools);
  const { grams, counts, starts, bytes } = packPostings(packable.length, (place, visit) => {
    visitNameGrams(folded.bytes, folded.starts[place] ?? 0, folded.starts[place + 1] ?? 0, visit);
    visitNumberGrams(fields.numbers[place] ?? 0, visit);
    visitDigestGrams(digests, digestCount * place, visit);
  });
  return {
    arrays: {
      ...packNames(written, folded),
      ...fields,
      byId: inOrderOfIds(fields.ids),
      grams,
      gramCounts: counts,
      gramStarts: starts,
      postings: bytes,
      ...spelling,
    },
    facts: { count: packable.length, extensions: [...extensions.keys()], others },
  };
}

/** Reads rows in memory order, which takes a third of the time of reading them by position. */
function packFields(
  rows: readonly RegistryRow[],
  extensions: ReadonlyMap<string, number>,
  order: Uint32Array,
) {
  const extensionOf = new Uint16Array(rows.length);
  const ids = new Uint8Array(16 * rows.length);
  const versions = new Uint32Array(rows.length);
  const numbers = new Float64Array(rows.length);
  for (const [index, row] of rows.entries()) {
    extensionOf[index] = extensions.get(row.extension) ?? 0;
    writeIdBytes(row.id, ids, 16 * index);
    versions[index] = row.version;
    numbers[index] = Number(row.residentPermitNumber);
  }
  return {
    extensionOf: inPlaceOrder(extensionOf, order),
    ids: inPlaceOrder(ids, order),
    versions: inPlaceOrder(versions, order),
    numbers: inPlaceOrder(numbers, order),
  };
}

/** The spellings of names in the order of their letter codes, and `digestCount` digests per position. */
function packSignatures(names: readonly string[], tools: NameTools) {
  const count = names.length;
  const remembering = { ...tools, soundsOf: remembered(tools.soundsOf) };
  const digests = new Uint16Array(digestCount * count);
  const pairs = new Uint32Array(count);
  const morePairs = new Uint32Array(count);
  const lengths = new Uint8Array(count);
  const placeCodes = new Uint16Array(count);
  const rests = new Uint16Array(count);
  for (const [place, name] of names.entries()) {
    const signature = nameSignature(nameFeatures(name, remembering));
    writeDigests(signature, digests, digestCount * place);
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

/** The function with a cache of recent words, because neighbouring names share words. */
function remembered<Value>(find: (word: string) => Value): (word: string) => Value {
  const known = new Map<string, Value>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    if (known.size === mostRemembered) known.clear();
    const value = find(word);
    known.set(word, value);
    return value;
  };
}

const mostRemembered = 2_000;

/** The numbers in the order of the positions; each position has the same number of them. */
function inPlaceOrder<Numbers extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
  numbers: Numbers,
  order: Uint32Array,
): Numbers {
  // The copy is overwritten completely.
  const ordered = numbers.slice() as Numbers;
  const width = numbers.length / order.length;
  let end = 0;
  for (let index = 0; index < order.length; index += 1) {
    const start = width * (order[index] ?? 0);
    for (let at = 0; at < width; at += 1) ordered[end++] = numbers[start + at] ?? 0;
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

/** Texts as bytes. `starts` has the start of each, and the end of the last. */
interface PackedTexts {
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;
}

function textsInOrder(texts: PackedTexts, order: Uint32Array): PackedTexts {
  const starts = new Uint32Array(texts.starts.length);
  const bytes = new Uint8Array(texts.bytes.length);
  let end = 0;
  for (let place = 0; place < order.length; place += 1) {
    const index = order[place] ?? 0;
    const last = texts.starts[index + 1] ?? 0;
    starts[place] = end;
    for (let at = texts.starts[index] ?? 0; at < last; at += 1) bytes[end++] = texts.bytes[at] ?? 0;
  }
  starts[order.length] = end;
  return { starts, bytes };
}

function packTexts(texts: readonly string[]): PackedTexts {
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

/** Folded names, with a bit for each letter that is a capital in the original name; and names that this can't represent. */
function packNames(written: readonly string[], keys: PackedTexts) {
  const capitals = new Uint8Array(Math.ceil(keys.bytes.length / 8));
  const places: number[] = [];
  const others: string[] = [];
  for (const [place, name] of written.entries()) {
    if (!noteCapitals(name, keys, place, capitals)) {
      places.push(place);
      others.push(name);
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

/** False if the name is not the folded name with ASCII capitals; the bits set until then are never read. */
function noteCapitals(
  name: string,
  { starts, bytes }: PackedTexts,
  place: number,
  capitals: Uint8Array,
): boolean {
  const end = starts[place + 1] ?? 0;
  let at = starts[place] ?? 0;
  for (let index = 0; index < name.length; index += 1) {
    if (at >= end) return false;
    const unit = unitAt(bytes, at);
    const written = name.charCodeAt(index);
    if (written !== unit) {
      if (written < 0x41 || written > 0x5a || written + 32 !== unit) return false;
      capitals[at >>> 3] = (capitals[at >>> 3] ?? 0) | (1 << (at & 7));
    }
    at += unitLength(unit);
  }
  return at === end;
}

/** How many leading bytes of a folded name are radix-sorted. */
const orderedBytes = 12;

/**
 * Indices of the rows in the registry's order. The first bytes of names are radix-sorted, because each comparison waits
 * for memory; few names then need comparisons.
 */
function inOrderOfNames(
  rows: readonly RegistryRow[],
  keys: readonly string[],
  { starts, bytes }: PackedTexts,
): Uint32Array {
  const byteOf = (index: number, letter: number) => {
    const at = (starts[index] ?? 0) + letter;
    return at < (starts[index + 1] ?? 0) ? (bytes[at] ?? 0) : 0;
  };
  const column = new Uint8Array(keys.length);
  let order = placesTo(keys.length);
  for (let letter = orderedBytes - 1; letter >= 0; letter -= 1) {
    for (let index = 0; index < column.length; index += 1) column[index] = byteOf(index, letter);
    order = inOrderOf(order, column);
  }
  const beginAlike = (one: number, other: number) => {
    for (let letter = 0; letter < orderedBytes; letter += 1) {
      if (byteOf(one, letter) !== byteOf(other, letter)) return false;
    }
    return true;
  };
  const entryOf = (index: number) => {
    const row = rows[index] as RegistryRow; // every index is in range
    return { index, key: keys[index] ?? '', row };
  };
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && beginAlike(order[from] ?? 0, order[to] ?? 0)) to += 1;
    if (to > from + 1) {
      const alike = Array.from(order.subarray(from, to), entryOf).sort(compareEntries);
      for (const [at, { index }] of alike.entries()) order[from + at] = index;
    }
    from = to;
  }
  return order;
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

/** The postings of `count` positions. `visitGrams` visits the grams of a position, possibly repeatedly. */
function packPostings(
  count: number,
  visitGrams: (place: number, visit: (gram: number) => void) => void,
): Postings {
  const { slotOf, seen } = createSlots();
  // Per slot: its last position, its count and its length, side by side because they are read together.
  let tallies = new Int32Array(0x10000);
  const noted = createNotes();
  let place = 0;
  const note = (gram: number) => {
    const slot = slotOf(gram);
    const at = slot * tallySize;
    if (at === tallies.length) {
      const more = new Int32Array(2 * tallies.length);
      more.set(tallies);
      tallies = more;
    }
    // Stored plus one, so that 0 means none.
    const last = tallies[at] ?? 0;
    if (last === place + 1) return;
    tallies[at] = place + 1;
    tallies[at + 1] = (tallies[at + 1] ?? 0) + 1;
    tallies[at + 2] = (tallies[at + 2] ?? 0) + gapBytes(place - last);
    noted.add(slot);
  };
  for (; place < count; place += 1) {
    visitGrams(place, note);
    noted.add(endOfPlace);
  }

  const countOf = (slot: number) => tallies[slot * tallySize + 1] ?? 0;
  const grams = Uint32Array.from(seen).sort();
  const starts = new Uint32Array(grams.length + 1);
  const ends = new Float64Array(grams.length);
  const areDense = new Uint8Array(grams.length);
  let length = 0;
  for (const [index, gram] of grams.entries()) {
    const slot = slotOf(gram);
    const dense = isDense(countOf(slot), count);
    areDense[slot] = Number(dense);
    if (dense) length = 4 * Math.ceil(length / 4);
    starts[index] = length;
    ends[slot] = length;
    length += dense ? bitmapBytes(count) : (tallies[slot * tallySize + 2] ?? 0);
  }
  starts[grams.length] = length;

  const bytes = new Uint8Array(length);
  const lasts = new Int32Array(grams.length).fill(-1);
  place = 0;
  noted.each((slot) => {
    if (slot === endOfPlace) {
      place += 1;
      return;
    }
    const start = ends[slot] ?? 0;
    if (areDense[slot] === 1) {
      // Words of 32 bits, the lowest byte first, as everywhere that this runs.
      const byte = start + (place >>> 3);
      bytes[byte] = (bytes[byte] ?? 0) | (1 << (place & 7));
    } else {
      ends[slot] = writeGap(place - (lasts[slot] ?? -1) - 1, bytes, start);
      lasts[slot] = place;
    }
  });
  return {
    count,
    grams,
    counts: Uint32Array.from(grams, (gram) => countOf(slotOf(gram))),
    starts,
    bytes,
  };
}

/** Four for three numbers, so that a slot never crosses a cache line. */
const tallySize = 4;

/** Marks the end of a position; no slot has this number. */
const endOfPlace = 0xffffffff;

/** A list of numbers that is read once, because finding the grams a second time would take longer. */
function createNotes() {
  const size = 0x100000;
  const blocks: Uint32Array[] = [];
  let block = new Uint32Array();
  let used = 0;
  return {
    add(number: number): void {
      if (used === block.length) {
        block = new Uint32Array(size);
        blocks.push(block);
        used = 0;
      }
      block[used++] = number;
    },
    /** Reads all numbers once and releases their memory. */
    each(read: (number: number) => void): void {
      const last = used;
      for (let each = blocks.shift(); each !== undefined; each = blocks.shift()) {
        const end = blocks.length === 0 ? last : size;
        for (let at = 0; at < end; at += 1) read(each[at] ?? 0);
      }
    },
  };
}

/** Numbers grams from 0 on, in the order in which they are first seen; in tables, which a map takes ten times as long as. */
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
