import { type NameFeatures, type NameTools, nameFeatures, wordReader } from './name-features.ts';
import type { PackedRegistry } from './packed-registry.ts';
import { anyOf, eitherOf, type Places, placesWith, sortedPlaces } from './postings.ts';
import type { RegistryRow, SearchEntry } from './registry-entry.ts';
import { editsOfLength, type Similarity, similarityOf } from './similar-names.ts';

/** A row whose name is similar to another name. */
export interface SimilarRow extends Similarity {
  readonly row: RegistryRow;
}

/** Rows of the registry in memory. */
interface RowsInMemory {
  readonly packed: PackedRegistry | undefined;
  /** Whether a newer row replaces an entry of the packed registry. */
  isGone(place: number): boolean;
  /** Newer rows; one entry for each version of a row. */
  readonly loose: Iterable<SearchEntry>;
  /** Cached features of loose rows. */
  readonly signatures: WeakMap<SearchEntry, NameSignature>;
}

/**
 * Finds names that are similar to one. It is passed to the registry, so that plain searches don't load its tables and
 * libraries.
 */
export interface SimilarFinder {
  readonly requested: NameFeatures;
  inMemory(rows: RowsInMemory): readonly SimilarRow[];
  /** The row with its similarity; empty if it is not similar. */
  judged(row: RegistryRow): readonly SimilarRow[];
}

/**
 * The maximum number of candidates to compare. Identical, look-alike and same-word names are compared first; further
 * ones share only a very common word or sound.
 */
const mostLookedAt = 500;

/**
 * Rows of a packed registry with similar names, except those with `isGone`. Equal features are found by their grams;
 * about a tenth of the spellings is read.
 */
function packedSimilar(
  registry: PackedRegistry,
  isGone: RowsInMemory['isGone'],
  {
    requested,
    compare,
  }: Pick<SimilarFinder, 'requested'> & {
    compare(name: string): Similarity | null;
  },
): readonly SimilarRow[] {
  const signature = nameSignature(requested);
  const { looks, words, sounds } = gramsOfSignature(signature);
  // A set preserves insertion order.
  const places = new Set<number>();
  const add = (each: Places) => {
    while (places.size < mostLookedAt) {
      const place = each();
      if (place === -1) return;
      places.add(place);
    }
  };
  const having = (grams: readonly number[]) =>
    anyOf(grams.map((gram) => placesWith(registry.postings, [gram])));
  add(having(looks));
  add(having(words));
  if (places.size < mostLookedAt) add(eitherOf(having(sounds), spelledAs(registry, signature)));
  const found: SimilarRow[] = [];
  for (const place of places) {
    const similarity = isGone(place) ? null : compare(registry.name(place));
    if (similarity !== null) found.push({ row: registry.row(place), ...similarity });
  }
  return found;
}

/** Positions whose names have nearly the spelling of the signature. */
function spelledAs({ arrays }: PackedRegistry, requested: NameSignature): Places {
  const { codes, codeStarts, spelled, otherLetters: rests, lengths } = arrays;
  const { letterPairs, morePairs } = arrays;
  const code = letterCode(requested.letters);
  const rest = otherLetters(requested.letters);
  const most = editsOfLength(requested.length);
  const found: number[] = [];
  for (let index = 0; index < codes.length; index += 1) {
    const differing = bitsOf((codes[index] ?? 0) ^ code);
    if (differing > 2 * most) continue;
    const end = codeStarts[index + 1] ?? 0;
    let at = firstOfLength(lengths, requested.length - most, codeStarts[index] ?? 0, end);
    for (; at < end; at += 1) {
      const length = lengths[at] ?? 0;
      if (length > requested.length + most) break;
      // Most names end here, before their pairs are read.
      const letters = differing + bitsOf((rests[at] ?? 0) ^ rest);
      if (letters > 2 * most) continue;
      if (spelledNearly(requested, letters, letterPairs[at] ?? 0, morePairs[at] ?? 0, length)) {
        found.push(spelled[at] ?? 0);
      }
    }
  }
  return sortedPlaces(Uint32Array.from(found).sort());
}

/** The first position of at least this length between two positions, where lengths are ascending. */
function firstOfLength(lengths: Uint8Array, least: number, start: number, end: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lengths[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same for rows that are not packed. */
function looseSimilar(
  { loose, signatures }: RowsInMemory,
  { requested, judged }: Pick<SimilarFinder, 'requested' | 'judged'>,
  tools: NameTools,
): readonly SimilarRow[] {
  const signature = nameSignature(requested);
  const found: SimilarRow[] = [];
  for (const entry of loose) {
    let own = signatures.get(entry);
    if (own === undefined) {
      own = nameSignature(nameFeatures(entry.row.name, tools));
      signatures.set(entry, own);
    }
    if (maybeSimilar(signature, own)) found.push(...judged(entry.row));
  }
  return found;
}

/** The features of words stay known for the next name: names share most of their words. */
const wordReaders = new WeakMap<NameTools, ReturnType<typeof wordReader>>();

function wordReaderOf(tools: NameTools): ReturnType<typeof wordReader> {
  const known = wordReaders.get(tools);
  if (known !== undefined) return known;
  const wordOf = wordReader();
  wordReaders.set(tools, wordOf);
  return wordOf;
}

/** Finds names that are similar to this one. */
export function similarFinder(name: string, tools: NameTools): SimilarFinder {
  const wordOf = wordReaderOf(tools);
  const requested = nameFeatures(name, tools, wordOf);
  // An annulled entity has no name.
  const compare = (other: string) =>
    other === '' ? null : similarityOf(requested, nameFeatures(other, tools, wordOf), tools);
  const judged: SimilarFinder['judged'] = (row) => {
    const similarity = compare(row.name);
    return similarity === null ? [] : [{ row, ...similarity }];
  };
  const finder = { requested, judged };
  return {
    ...finder,
    inMemory: (rows) => [
      ...(rows.packed === undefined
        ? []
        : packedSimilar(rows.packed, rows.isGone, { requested, compare })),
      ...looseSimilar(rows, finder, tools),
    ],
  };
}

/**
 * A compact signature that excludes most dissimilar names without a full comparison, and never a similar one. Features
 * that must be equal are 16-bit digests. The spelling of the distinctive words is a bit set of letters and pairs of
 * letters.
 */
export interface NameSignature {
  readonly looks: number;
  readonly smallLooks: number;
  readonly words: number;
  /** 0 if it has no phonetic code. */
  readonly sound: number;
  readonly otherSound: number;
  readonly letters: number;
  readonly pairs: number;
  readonly morePairs: number;
  /** The length of the distinctive words, at most 255. */
  readonly length: number;
}

export function nameSignature(features: NameFeatures): NameSignature {
  const { looks, words, core } = features;
  const sounds = features.sounds();
  const look = digest(looks[0]);
  let letters = 0;
  let pairs = 0;
  let morePairs = 0;
  let last = 0;
  for (let index = 0; index < core.length; index += 1) {
    const unit = core.charCodeAt(index);
    letters |= 1 << (unit & 31);
    const pair = Math.imul(last * 31 + unit, 0x9e3779b1) >>> 26;
    if (pair < 32) pairs |= 1 << pair;
    else morePairs |= 1 << (pair - 32);
    last = unit;
  }
  return {
    looks: look,
    smallLooks: looks[0] === looks[1] ? look : digest(looks[1]),
    words: digest(words),
    sound: sounds === null ? 0 : digest(sounds[0]),
    otherSound: sounds === null ? 0 : digest(sounds[1]),
    letters,
    pairs,
    morePairs,
    length: Math.min(core.length, 255),
  };
}

/** Whether names with these signatures may be similar; no false negatives. */
export function maybeSimilar(requested: NameSignature, other: NameSignature): boolean {
  return (
    other.looks === requested.looks ||
    other.smallLooks === requested.smallLooks ||
    other.words === requested.words ||
    soundsSame(requested, other.sound, other.otherSound) ||
    spelledNearly(
      requested,
      bitsOf(other.letters ^ requested.letters),
      other.pairs,
      other.morePairs,
      other.length,
    )
  );
}

/** Whether they share a phonetic code. */
function soundsSame({ sound, otherSound }: NameSignature, one: number, other: number): boolean {
  if (one === 0 || sound === 0) return false;
  return one === sound || one === otherSound || other === sound || other === otherSound;
}

/** Each edit changes at most two letters and four pairs. `differing` is the number of differing letters. */
function spelledNearly(
  requested: NameSignature,
  differing: number,
  pairs: number,
  morePairs: number,
  length: number,
): boolean {
  const difference = length - requested.length;
  const edits = editsOfLength(difference < 0 ? length : requested.length);
  return (
    difference <= edits &&
    -difference <= edits &&
    differing <= 2 * edits &&
    bitsOf(pairs ^ requested.pairs) + bitsOf(morePairs ^ requested.morePairs) <= 4 * edits
  );
}

/**
 * The letters of a signature in two halves. Packed names are sorted by the first: the letters that nearly half of all
 * names have, so that few names have nearly the same code.
 */
export function letterCode(letters: number): number {
  return gathered(letters, firstHalf);
}

export function otherLetters(letters: number): number {
  return gathered(letters, secondHalf);
}

const firstHalf = [...'acdeghilmnoprstu'].map((letter) => letter.charCodeAt(0) & 31);
const secondHalf = Array.from({ length: 32 }, (_, bit) => bit).filter(
  (bit) => !firstHalf.includes(bit),
);

function gathered(letters: number, bits: readonly number[]): number {
  let code = 0;
  for (const bit of bits) code = (code << 1) | ((letters >>> bit) & 1);
  return code;
}

/**
 * Prefixes of grams for signature features that must be equal, after those of letters and digits. Most names look the
 * same in lower case.
 */
const tag = {
  bothLooks: 0x5000000,
  looks: 0x6000000,
  smallLooks: 0x7000000,
  words: 0x8000000,
  sound: 0x9000000,
} as const;

/** Greater than every gram. */
export const endOfGrams = 0xa000000;

/** Writes the digests of a signature, as `visitDigestGrams` takes them. */
export function writeDigests(signature: NameSignature, into: Uint16Array, at: number): void {
  into[at] = signature.looks;
  into[at + 1] = signature.smallLooks;
  into[at + 2] = signature.words;
  into[at + 3] = signature.sound;
  into[at + 4] = signature.otherSound;
}

export const digestCount = 5;

/** Visits the grams of the digests at a position, some repeatedly. */
export function visitDigestGrams(
  digests: Uint16Array,
  at: number,
  visit: (gram: number) => void,
): void {
  const looks = digests[at] ?? 0;
  const smallLooks = digests[at + 1] ?? 0;
  if (looks === smallLooks) {
    visit(tag.bothLooks | looks);
  } else {
    visit(tag.looks | looks);
    visit(tag.smallLooks | smallLooks);
  }
  visit(tag.words | (digests[at + 2] ?? 0));
  const sound = digests[at + 3] ?? 0;
  if (sound === 0) return;
  visit(tag.sound | sound);
  visit(tag.sound | (digests[at + 4] ?? 0));
}

/** The grams of which another name has at least one if it looks the same, has the same words, or sounds the same. */
function gramsOfSignature({ looks, smallLooks, words, sound, otherSound }: NameSignature) {
  return {
    looks: [
      tag.bothLooks | looks,
      tag.bothLooks | smallLooks,
      tag.looks | looks,
      tag.smallLooks | smallLooks,
    ],
    words: [tag.words | words],
    sounds: sound === 0 ? [] : [tag.sound | sound, tag.sound | otherSound],
  };
}

/** FNV-1a, folded to 16 bits; never 0. */
function digest(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return ((hash >>> 16) ^ hash) & 0xffff || 1;
}

function bitsOf(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
