import { nameKey } from '../../kernel/domain/legal-entity.ts';
import { type NameTools, nameFeatures, wordReader } from './name-features.ts';
import {
  isPackable,
  numberAt,
  type PackedArrays,
  type PackedFacts,
  unitAt,
  unitByteLength,
  unitLength,
  writeIdBytes,
  writeUnitBytes,
} from './packed-registry.ts';
import { bitmapBytes, isDense, type Postings } from './postings.ts';
import { compareRows, type RegistryRow, registryEntry } from './registry-entry.ts';
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
  const unordered = packNames(packable);
  const order = inOrderOfNames(packable, unordered);
  const names = namesInOrder(unordered, order);
  const fields = packFields(packable, extensions, order);
  const written = Array.from(order, (index) => packable[index]?.name ?? '');
  const { spelling, digests } = packSignatures(written, tools);
  const { grams, counts, starts, bytes } = packPostings(packable.length, [
    (place, visit) => {
      const start = names.keyStarts[place] ?? 0;
      visitNameGrams(names.keys, start, names.keyStarts[place + 1] ?? 0, visit);
    },
    (place, visit) => visitNumberGrams(numberAt(fields, place), visit),
    (place, visit) => visitDigestGrams(digests, digestCount * place, visit),
  ]);
  return {
    arrays: {
      ...names,
      ...packOthers(written, unordered.isOther, order),
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
  const versions = new Uint16Array(rows.length);
  const numbers = new Uint32Array(rows.length);
  const numbersAbove = new Uint16Array(rows.length);
  for (const [index, row] of rows.entries()) {
    extensionOf[index] = extensions.get(row.extension) ?? 0;
    writeIdBytes(row.id, ids, 16 * index);
    versions[index] = row.version;
    const number = Number(row.residentPermitNumber);
    // Storing takes the lower 32 bits.
    numbers[index] = number;
    numbersAbove[index] = number / 2 ** 32;
  }
  return {
    extensionOf: inPlaceOrder(extensionOf, order),
    ids: new Uint8Array(inPlaceOrder(new Uint32Array(ids.buffer), order).buffer),
    versions: inPlaceOrder(versions, order),
    numbers: inPlaceOrder(numbers, order),
    numbersAbove: inPlaceOrder(numbersAbove, order),
  };
}

/** The spellings of names in the order of their letter codes and lengths, and `digestCount` digests per position. */
function packSignatures(names: readonly string[], tools: NameTools) {
  const count = names.length;
  // Neighbouring names share words.
  const wordOf = wordReader();
  const digests = new Uint16Array(digestCount * count);
  const pairs = new Uint32Array(count);
  const morePairs = new Uint32Array(count);
  const lengths = new Uint8Array(count);
  const placeCodes = new Uint16Array(count);
  const rests = new Uint16Array(count);
  for (const [place, name] of names.entries()) {
    const signature = nameSignature(nameFeatures(name, tools, wordOf));
    writeDigests(signature, digests, digestCount * place);
    placeCodes[place] = letterCode(signature.letters);
    rests[place] = otherLetters(signature.letters);
    pairs[place] = signature.pairs;
    morePairs[place] = signature.morePairs;
    lengths[place] = signature.length;
  }
  const byLength = inOrderOf(placesTo(count), lengths);
  const byLowByte = inOrderOf(byLength, Uint8Array.from(placeCodes));
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

/** The numbers in the order of the positions; each position has the same number of them. */
function inPlaceOrder<Numbers extends Uint8Array | Uint16Array | Uint32Array>(
  numbers: Numbers,
  order: Uint32Array,
): Numbers {
  // The copy is overwritten completely.
  const ordered = numbers.slice() as Numbers;
  if (numbers.length === order.length) {
    for (let place = 0; place < order.length; place += 1)
      ordered[place] = numbers[order[place] ?? 0] ?? 0;
    return ordered;
  }
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

/** Folded names as bytes. `keyStarts` has the start of each, and the end of the last. */
interface PackedNames extends Pick<PackedArrays, 'keyStarts' | 'keys' | 'capitals'> {
  /** 1 for a name that is not its folded name with ASCII capitals. */
  readonly isOther: Uint8Array;
}

/** Folds each name once and while it is read for the first time, because memory is slow. */
function packNames(rows: readonly RegistryRow[]): PackedNames {
  const keyStarts = new Uint32Array(rows.length + 1);
  const isOther = new Uint8Array(rows.length);
  let keys = new Uint8Array(32 * rows.length);
  let capitals = new Uint8Array(4 * rows.length);
  let end = 0;
  for (const [index, { name }] of rows.entries()) {
    keyStarts[index] = end;
    const key = nameKey(name);
    // At most three bytes per unit.
    if (end + 3 * key.length > keys.length) {
      keys = extended(keys, 3 * key.length);
      capitals = extended(capitals, Math.ceil((3 * key.length) / 8));
    }
    const start = end;
    end = writeUnitBytes(key, keys, start);
    if (name !== key && !noteCapitals(name, keys, start, end, capitals)) isOther[index] = 1;
  }
  keyStarts[rows.length] = end;
  return { keyStarts, keys: keys.subarray(0, end), capitals, isOther };
}

/** A copy of an array with room for at least this many more, and as much again. */
function extended(bytes: Uint8Array, more: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * (bytes.length + more));
  larger.set(bytes);
  return larger;
}

/** False if the name is not the folded name with ASCII capitals; the bits set until then are never read. */
function noteCapitals(
  name: string,
  keys: Uint8Array,
  start: number,
  end: number,
  capitals: Uint8Array,
): boolean {
  let at = start;
  for (let index = 0; index < name.length; index += 1) {
    if (at >= end) return false;
    const unit = unitAt(keys, at);
    const written = name.charCodeAt(index);
    if (written !== unit) {
      if (written < 0x41 || written > 0x5a || written + 32 !== unit) return false;
      capitals[at >>> 3] = (capitals[at >>> 3] ?? 0) | (1 << (at & 7));
    }
    at += unitLength(unit);
  }
  return at === end;
}

function namesInOrder(names: PackedNames, order: Uint32Array) {
  const { keyStarts: starts, keys: bytes, capitals: bits } = names;
  const keyStarts = new Uint32Array(starts.length);
  const keys = new Uint8Array(bytes.length);
  const capitals = new Uint8Array(Math.ceil(bytes.length / 8));
  let end = 0;
  for (let place = 0; place < order.length; place += 1) {
    const index = order[place] ?? 0;
    const last = starts[index + 1] ?? 0;
    keyStarts[place] = end;
    for (let at = starts[index] ?? 0; at < last; at += 1) {
      const bit = ((bits[at >>> 3] ?? 0) >>> (at & 7)) & 1;
      capitals[end >>> 3] = (capitals[end >>> 3] ?? 0) | (bit << (end & 7));
      keys[end++] = bytes[at] ?? 0;
    }
  }
  keyStarts[order.length] = end;
  return { keyStarts, keys, capitals };
}

/** The names that folded names with capitals can't represent. */
function packOthers(written: readonly string[], isOther: Uint8Array, order: Uint32Array) {
  const places = placesTo(order.length).filter((place) => isOther[order[place] ?? 0] === 1);
  const nameStarts = new Uint32Array(places.length + 1);
  let length = 0;
  for (const [number, place] of places.entries()) {
    nameStarts[number] = length;
    length += unitByteLength(written[place] ?? '');
  }
  nameStarts[places.length] = length;
  const names = new Uint8Array(length);
  for (const [number, place] of places.entries()) {
    writeUnitBytes(written[place] ?? '', names, nameStarts[number] ?? 0);
  }
  return { namePlaces: places, nameStarts, names };
}

/** How many leading bytes of a folded name are radix-sorted. */
const orderedBytes = 12;

/**
 * Indices of the rows in the registry's order. The first bytes of names are radix-sorted, because each comparison waits
 * for memory; few names then need comparisons. Bytes sort like the folded names (`writeUnitBytes`).
 */
function inOrderOfNames(
  rows: readonly RegistryRow[],
  { keyStarts: starts, keys: bytes }: PackedNames,
): Uint32Array {
  const byteOf = (index: number, letter: number) => {
    const at = (starts[index] ?? 0) + letter;
    return at < (starts[index + 1] ?? 0) ? (bytes[at] ?? 0) : 0;
  };
  const column = new Uint8Array(rows.length);
  let order = placesTo(rows.length);
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
  const compare = (one: number, other: number) => {
    const length = Math.min(lengthOf(one), lengthOf(other));
    for (let letter = orderedBytes; letter < length; letter += 1) {
      const difference = byteOf(one, letter) - byteOf(other, letter);
      if (difference !== 0) return difference;
    }
    // Every index is in range, and the rows have equal keys if the lengths are equal.
    return (
      lengthOf(one) - lengthOf(other) ||
      compareRows(rows[one] as RegistryRow, rows[other] as RegistryRow)
    );
  };
  const lengthOf = (index: number) => (starts[index + 1] ?? 0) - (starts[index] ?? 0);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && beginAlike(order[from] ?? 0, order[to] ?? 0)) to += 1;
    if (to > from + 1) order.subarray(from, to).sort(compare);
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

/**
 * The postings of `count` positions. Each kind visits its grams of a position, possibly repeatedly. One kind after the
 * other, so that the ends of all its lists are in the processor's cache.
 */
function packPostings(
  count: number,
  kinds: readonly ((place: number, visit: (gram: number) => void) => void)[],
): Postings {
  const { slotOf, seen } = createSlots();
  // Per slot: its last position plus one (so that 0 means none), its count, its length, and the end of its list. Side
  // by side, because they are read together.
  let tallies = new Uint32Array(0x10000);
  const firstParts: number[] = [];
  let lists = new Uint8Array(partBytes * (1_024 + count));
  let links = new Uint32Array(lists.buffer);
  let used = 0;
  const nextPart = () => {
    if (used === lists.length) {
      lists = extended(lists, 0);
      links = new Uint32Array(lists.buffer);
    }
    const start = used;
    used += partBytes;
    return start;
  };
  let place = 0;
  const note = (gram: number) => {
    const at = slotOf(gram) * tallySize;
    if (at === tallies.length) {
      const more = new Uint32Array(2 * tallies.length);
      more.set(tallies);
      tallies = more;
    }
    const last = tallies[at] ?? 0;
    if (last === place + 1) return;
    let end = tallies[at + 3] ?? 0;
    if (last === 0) {
      end = nextPart();
      firstParts.push(end);
    }
    tallies[at] = place + 1;
    tallies[at + 1] = (tallies[at + 1] ?? 0) + 1;
    let gap = place - last;
    for (let bytes = 1; ; bytes += 1) {
      if ((end & (partBytes - 1)) === linkAt) {
        const next = nextPart();
        links[end >>> 2] = next;
        end = next;
      }
      if (gap <= 0x7f) {
        lists[end] = gap;
        tallies[at + 2] = (tallies[at + 2] ?? 0) + bytes;
        tallies[at + 3] = end + 1;
        return;
      }
      lists[end++] = 0x80 | (gap & 0x7f);
      gap >>>= 7;
    }
  };
  for (const visitGrams of kinds) {
    for (place = 0; place < count; place += 1) visitGrams(place, note);
  }

  const grams = Uint32Array.from(seen).sort();
  const slots = new Uint32Array(grams.length);
  const counts = new Uint32Array(grams.length);
  const starts = new Uint32Array(grams.length + 1);
  let length = 0;
  for (let index = 0; index < grams.length; index += 1) {
    const slot = slotOf(grams[index] ?? 0);
    slots[index] = slot;
    const places = tallies[slot * tallySize + 1] ?? 0;
    counts[index] = places;
    const dense = isDense(places, count);
    if (dense) length = 4 * Math.ceil(length / 4);
    starts[index] = length;
    length += dense ? bitmapBytes(count) : (tallies[slot * tallySize + 2] ?? 0);
  }
  starts[grams.length] = length;

  const bytes = new Uint8Array(length);
  for (let index = 0; index < grams.length; index += 1) {
    const slot = slots[index] ?? 0;
    const listLength = tallies[slot * tallySize + 2] ?? 0;
    const start = starts[index] ?? 0;
    const part = firstParts[slot] ?? 0;
    if (isDense(counts[index] ?? 0, count)) {
      setBits(joined(lists, links, part, new Uint8Array(listLength)), bytes.subarray(start));
    } else {
      joined(lists, links, part, bytes.subarray(start, start + listLength));
    }
  }
  return { count, grams, counts, starts, bytes };
}

/** Four numbers per slot, so that a slot never crosses a cache line. */
const tallySize = 4;

/** Lists grow in parts of the size of a cache line. A part ends with the start of the next one. */
const partBytes = 64;
const linkAt = 60;

/** Fills a list from its parts. */
function joined(
  lists: Uint8Array,
  links: Uint32Array,
  first: number,
  into: Uint8Array,
): Uint8Array {
  let part = first;
  for (let start = 0; start < into.length; start += linkAt) {
    const length = Math.min(linkAt, into.length - start);
    for (let at = 0; at < length; at += 1) into[start + at] = lists[part + at] ?? 0;
    part = links[(part + linkAt) >>> 2] ?? 0;
  }
  return into;
}

/** Sets the bits of the positions in a list of gaps: words of 32 bits, the lowest byte first, as everywhere that this runs. */
function setBits(list: Uint8Array, bits: Uint8Array): void {
  let place = -1;
  for (let at = 0; at < list.length; ) {
    let byte = list[at++] ?? 0;
    let gap = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = list[at++] ?? 0;
      gap += (byte & 0x7f) << shift;
    }
    place += gap + 1;
    bits[place >>> 3] = (bits[place >>> 3] ?? 0) | (1 << (place & 7));
  }
}

/**
 * Numbers grams from 0, in the order in which they are first seen. Uses tables, because a map takes
 * ten times as long.
 */
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
