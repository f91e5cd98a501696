/** The grams of `count` positions. The memory layout equals the file layout. */
export interface Postings {
  /** The number of positions. */
  readonly count: number;
  /** All existing grams, ascending. */
  readonly grams: Uint32Array;
  /** The number of positions with the gram. */
  readonly counts: Uint32Array;
  /** The start of its list in `bytes`; the last entry is the end. */
  readonly starts: Uint32Array;
  /**
   * If at least an eighth of all positions have the gram: one bit per position in 32-bit words, aligned to 4.
   * Otherwise: the gaps between positions minus one, as varints with the lowest seven bits first.
   */
  readonly bytes: Uint8Array;
}

/** Returns positions in ascending order, then -1. */
export type Places = () => number;

export const noPlaces: Places = () => -1;

/** Whether a gram with this many positions is stored as bits. */
export function isDense(places: number, count: number): boolean {
  return places * 8 >= count;
}

/** The size of a bitmap of all positions, in bytes. */
export function bitmapBytes(count: number): number {
  return 4 * Math.ceil(count / 32);
}

/** A list this short is checked faster than further grams are read. */
const few = 24;

/** Reading a list costs about as much as checking an eighth as many names. */
const worthwhile = 8;

/** Every position that has all grams, and some others, so the caller must check them. At least one gram. */
export function placesWith(postings: Postings, grams: readonly number[]): Places {
  const lists: number[] = [];
  for (const gram of new Set(grams)) {
    const list = indexOf(postings.grams, gram);
    if (list === -1) return noPlaces;
    lists.push(list);
  }
  const size = (list: number) => postings.counts[list] ?? 0;
  lists.sort((left, right) => size(left) - size(right));
  const [first = 0, ...others] = lists;
  if (isDense(size(first), postings.count)) return bitsOfAll(postings, lists);
  if (others.length === 0) return gapsOf(postings, first);

  // Only this list is held in memory; the others are streamed.
  let places = held(gapsOf(postings, first), size(first));
  for (const list of others) {
    if (places.length <= few) break;
    if (isDense(size(list), postings.count)) {
      places = places.filter(hasBit(bitmap(postings, list)));
    } else if (size(list) <= worthwhile * places.length) {
      places = inBoth(places, postings, list);
    }
  }
  return sortedPlaces(places);
}

export function sortedPlaces(places: Uint32Array): Places {
  let at = 0;
  return () => (at < places.length ? (places[at++] ?? -1) : -1);
}

/** The union of two ascending sequences. */
export function eitherOf(left: Places, right: Places): Places {
  let one = left();
  let other = right();
  return () => {
    if (one === -1 && other === -1) return -1;
    const place = other === -1 || (one !== -1 && one <= other) ? one : other;
    if (one === place) one = left();
    if (other === place) other = right();
    return place;
  };
}

/** The union of ascending sequences. */
export function anyOf(all: readonly Places[]): Places {
  if (all.length < 2) return all[0] ?? noPlaces;
  const middle = all.length >>> 1;
  return eitherOf(anyOf(all.slice(0, middle)), anyOf(all.slice(middle)));
}

/** The index of a value in an ascending list; -1 if missing. */
export function indexOf(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = sorted[middle] ?? 0;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The positions of a list of gaps. */
function gapsOf({ bytes, starts, counts }: Postings, list: number): Places {
  let left = counts[list] ?? 0;
  let at = starts[list] ?? 0;
  let place = -1;
  return () => {
    if (left === 0) return -1;
    left -= 1;
    let byte = bytes[at++] ?? 0;
    let gap = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at++] ?? 0;
      gap += (byte & 0x7f) << shift;
    }
    place += gap + 1;
    return place;
  };
}

function held(places: Places, count: number): Uint32Array {
  const list = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) list[index] = places();
  return list;
}

/** The intersection of the positions with a list of gaps, in place. */
function inBoth(places: Uint32Array, postings: Postings, list: number): Uint32Array {
  const next = gapsOf(postings, list);
  let count = 0;
  let other = next();
  for (const place of places) {
    while (other !== -1 && other < place) other = next();
    if (other === -1) break;
    if (other === place) places[count++] = place;
  }
  return places.subarray(0, count);
}

function bitmap({ bytes, starts, count }: Postings, list: number): Uint32Array {
  const start = bytes.byteOffset + (starts[list] ?? 0);
  return new Uint32Array(bytes.buffer, start, bitmapBytes(count) / 4);
}

function hasBit(bits: Uint32Array): (place: number) => boolean {
  return (place) => (((bits[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 1;
}

/** Positions with a bit in the first four lists, which are the rarest. */
function bitsOfAll(postings: Postings, lists: readonly number[]): Places {
  const [first = new Uint32Array(), ...others] = lists
    .slice(0, 4)
    .map((list) => bitmap(postings, list));
  let word = -1;
  let bits = 0;
  return () => {
    while (bits === 0) {
      word += 1;
      if (word >= first.length) return -1;
      bits = first[word] ?? 0;
      for (const other of others) bits &= other[word] ?? 0;
    }
    const lowest = bits & -bits;
    bits ^= lowest;
    return 32 * word + 31 - Math.clz32(lowest);
  };
}
