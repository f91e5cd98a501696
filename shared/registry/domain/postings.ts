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

/** At this number of positions, checking each is faster than reading further grams. */
const few = 24;

/**
 * Further grams are read only if they exclude enough positions: reading sixteen positions of a list
 * costs about as much as checking a name.
 */
const worthwhile = 16;

/** How many positions of the rarest gram are read at first, and at most: a page needs the first ones only. */
const chunkSizes = { first: 1_024, most: 16_384 } as const;

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
  const rarest = openGaps(postings, first);
  const dense = others.filter((list) => isDense(size(list), postings.count));
  const bitmaps = dense.map((list) => bitmap(postings, list));
  const sparse = others.slice(0, others.length - dense.length);
  let worth: Gaps[] | undefined;

  function narrowed(chunk: Uint32Array): Uint32Array {
    let places = chunk;
    if (worth === undefined) {
      // The first chunk shows which lists are worth reading.
      worth = [];
      for (const list of sparse) {
        const left = (size(first) / chunk.length) * places.length;
        if (left <= few || size(list) > worthwhile * left) break;
        const other = openGaps(postings, list);
        worth.push(other);
        places = other.inBoth(places);
      }
    } else {
      for (const other of worth) places = other.inBoth(places);
    }
    for (const bits of bitmaps) places = places.filter(hasBit(bits));
    return places;
  }

  let places: Uint32Array = new Uint32Array();
  let at = 0;
  let length: number = chunkSizes.first;
  return () => {
    while (at === places.length) {
      const chunk = rarest.take(length);
      if (chunk.length === 0) return -1;
      places = narrowed(chunk);
      at = 0;
      length = Math.min(4 * length, chunkSizes.most);
    }
    return places[at++] ?? -1;
  };
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

/** A list of gaps that is read in parts, from the lowest position. */
interface Gaps {
  /** The next positions, at most so many. Empty at the end. */
  take(length: number): Uint32Array;
  /**
   * The given ascending positions that are also in the list; changes `places`. Don't use `take` on
   * the same list.
   */
  inBoth(places: Uint32Array): Uint32Array;
}

/** Positions are decoded in a loop: a call for each takes four times as long. */
function openGaps({ bytes, starts, counts }: Postings, list: number): Gaps {
  let left = counts[list] ?? 0;
  let at = starts[list] ?? 0;
  let last = -1;
  let ahead: Uint32Array = new Uint32Array();
  let next = 0;

  function take(length: number): Uint32Array {
    const positions = new Uint32Array(Math.min(length, left));
    let from = at;
    let place = last;
    for (let index = 0; index < positions.length; index += 1) {
      let byte = bytes[from++] ?? 0;
      let gap = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[from++] ?? 0;
        gap += (byte & 0x7f) << shift;
      }
      place += gap + 1;
      positions[index] = place;
    }
    left -= positions.length;
    at = from;
    last = place;
    return positions;
  }

  function inBoth(places: Uint32Array): Uint32Array {
    let count = 0;
    for (const place of places) {
      while (next === ahead.length || (ahead[next] ?? 0) < place) {
        if (next < ahead.length) next += 1;
        else {
          ahead = take(chunkSizes.first);
          next = 0;
          if (ahead.length === 0) return places.subarray(0, count);
        }
      }
      if (ahead[next] === place) places[count++] = place;
    }
    return places.subarray(0, count);
  }

  return { take, inBoth };
}

function bitmap({ bytes, starts, count }: Postings, list: number): Uint32Array {
  const start = bytes.byteOffset + (starts[list] ?? 0);
  return new Uint32Array(bytes.buffer, start, bitmapBytes(count) / 4);
}

function hasBit(bits: Uint32Array): (place: number) => boolean {
  return (place) => (((bits[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 1;
}

/** Positions with a bit in all lists; the rarest come first. */
function bitsOfAll(postings: Postings, lists: readonly number[]): Places {
  const [first = new Uint32Array(), ...others] = lists.map((list) => bitmap(postings, list));
  let word = -1;
  let bits = 0;
  return () => {
    while (bits === 0) {
      word += 1;
      if (word >= first.length) return -1;
      bits = first[word] ?? 0;
      for (let other = 0; bits !== 0 && other < others.length; other += 1) {
        bits &= others[other]?.[word] ?? 0;
      }
    }
    const lowest = bits & -bits;
    bits ^= lowest;
    return 32 * word + 31 - Math.clz32(lowest);
  };
}
