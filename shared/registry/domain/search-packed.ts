import { type PackedRegistry, toUnitBytes } from './packed-registry.ts';
import { eitherOf, noPlaces, type Places, placesWith } from './postings.ts';
import { gramsOfDigits, gramsOfWord, type Ranked, type SearchWords } from './search-words.ts';

/**
 * The places of what matches in a packed registry, but for those that `isGone` says; each rank in the registry's order,
 * together at least the first `atMost` of all.
 *
 * Names are found by their grams, and looked at only where the grams leave a doubt: the cost follows the rarest gram
 * of the query, and the answer's length where all are frequent.
 */
export function searchPacked(
  registry: PackedRegistry,
  { key, keyAtWord, words }: SearchWords,
  atMost: number,
  isGone: (place: number) => boolean,
): Ranked<number> {
  const { arrays, postings } = registry;
  const nameHas = (place: number, word: Uint8Array) => contains(arrays, place, word);
  const keyBytes = toUnitBytes(key);
  const [from, to] = placesStartingWith(registry, keyBytes);
  const inStarting = (place: number) => place >= from && place < to;

  const starting: number[] = [];
  for (let place = from; place < to && starting.length < atMost; place += 1) {
    if (!isGone(place)) starting.push(place);
  }

  const wanted = atMost - starting.length;
  const atWordBytes = toUnitBytes(keyAtWord);
  const atWord = take(
    placesWith(postings, gramsOfWord(keyAtWord)),
    wanted,
    (place) => !inStarting(place) && !isGone(place) && nameHas(place, atWordBytes),
  );

  const wordBytes = words.map(toUnitBytes);
  const byName = where(placesWith(postings, words.flatMap(gramsOfWord)), (place) =>
    wordBytes.every((word) => nameHas(place, word)),
  );
  const byNumber = where(placesWithDigits(registry, key), (place) =>
    registry.number(place).includes(key),
  );
  // Those at words are in both lists.
  const isAtWord = membership(atWord);
  const containing = take(
    wanted > atWord.length ? eitherOf(byName, byNumber) : noPlaces,
    wanted - atWord.length,
    (place) => !isAtWord(place) && !inStarting(place) && !isGone(place),
  );
  return { starting, atWord, containing };
}

function placesWithDigits({ postings }: PackedRegistry, key: string): Places {
  return /^[0-9]+$/.test(key) ? placesWith(postings, gramsOfDigits(key)) : noPlaces;
}

function where(places: Places, matches: (place: number) => boolean): Places {
  return () => {
    let place = places();
    while (place !== -1 && !matches(place)) place = places();
    return place;
  };
}

function take(places: Places, atMost: number, matches: (place: number) => boolean): number[] {
  const taken: number[] = [];
  const matching = where(places, matches);
  while (taken.length < atMost) {
    const place = matching();
    if (place === -1) break;
    taken.push(place);
  }
  return taken;
}

/** Whether a place is in an ascending list, when asked for ascending places. */
function membership(sorted: readonly number[]): (place: number) => boolean {
  let at = 0;
  return (place) => {
    while ((sorted[at] ?? Number.POSITIVE_INFINITY) < place) at += 1;
    return sorted[at] === place;
  };
}

/** The first place whose name begins with the bytes, and the one after the last. */
function placesStartingWith(
  { arrays, facts }: PackedRegistry,
  bytes: Uint8Array,
): readonly [number, number] {
  const partition = (before: (order: number) => boolean) => {
    let low = 0;
    let high = facts.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (before(compareBeginning(arrays, middle, bytes))) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return [partition((order) => order < 0), partition((order) => order <= 0)];
}

/** Below 0 when the name sorts before all that begin with the bytes, 0 when it begins with them. */
function compareBeginning(
  { keys, keyStarts }: PackedRegistry['arrays'],
  place: number,
  bytes: Uint8Array,
): number {
  const start = keyStarts[place] ?? 0;
  const length = (keyStarts[place + 1] ?? 0) - start;
  for (let index = 0; index < bytes.length; index += 1) {
    if (index === length) return -1;
    const difference = (keys[start + index] ?? 0) - (bytes[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function contains(
  { keys, keyStarts }: PackedRegistry['arrays'],
  place: number,
  bytes: Uint8Array,
): boolean {
  const last = (keyStarts[place + 1] ?? 0) - bytes.length;
  const first = bytes[0];
  for (let start = keyStarts[place] ?? 0; start <= last; start += 1) {
    if (keys[start] !== first) continue;
    let index = 1;
    while (index < bytes.length && keys[start + index] === bytes[index]) index += 1;
    if (index === bytes.length) return true;
  }
  return false;
}
