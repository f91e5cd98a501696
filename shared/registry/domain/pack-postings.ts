import { bitmapBytes, isDense, type Postings } from './postings.ts';

/**
 * The postings of `count` places. `visitGrams` visits the grams of a place, some more than once perhaps; it is called
 * twice for each place, and has to visit the same.
 */
export function packPostings(
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
