import { type NameFeatures, type NameTools, nameFeatures } from './name-features.ts';
import type { PackedRegistry } from './packed-registry.ts';
import type { RegistryRow, SearchEntry } from './registry-entry.ts';
import { editsOfLength, type Similarity, similarityOf } from './similar-names.ts';

/** A row whose name is similar to another name. */
export interface SimilarRow extends Similarity {
  readonly row: RegistryRow;
}

/** Rows of the registry in memory. */
interface RowsInMemory {
  readonly packed: PackedRegistry | undefined;
  /** Whether an entry of the packed registry is outdated. */
  isGone(place: number): boolean;
  /** Rows beside it; one entry for each version of a row. */
  readonly loose: Iterable<SearchEntry>;
  /** What was computed for loose rows before. */
  readonly signatures: WeakMap<SearchEntry, NameSignature>;
}

/**
 * How names are found that are similar to one. It is handed to what holds the registry, so that searches do without the
 * tables and libraries that it takes.
 */
export interface SimilarFinder {
  readonly wanted: NameFeatures;
  inMemory(rows: RowsInMemory): readonly SimilarRow[];
  /** The row with its similarity; empty if it is not similar. */
  judged(row: RegistryRow): readonly SimilarRow[];
}

/**
 * How many candidates are compared at most. More would share a very common word or sound; identical, look-alike and
 * same-word names are compared first.
 */
const mostLookedAt = 500;

/**
 * Rows of a packed registry with names similar to a name, except those for which `isGone` is true. Reads the signatures
 * of all names: about 3 ns each.
 */
function packedSimilar(
  { arrays, facts, row }: PackedRegistry,
  isGone: RowsInMemory['isGone'],
  { wanted, judged }: Pick<SimilarFinder, 'wanted' | 'judged'>,
): readonly SimilarRow[] {
  const { looks, smallLooks, distinctiveWords, sounds, otherSounds } = arrays;
  const { letters, letterPairs, morePairs, lengths } = arrays;
  const signature = nameSignature(wanted);
  const alike: number[] = [];
  const sameWords: number[] = [];
  const near: number[] = [];
  for (let place = 0; place < facts.count; place += 1) {
    if (looks[place] === signature.looks || smallLooks[place] === signature.smallLooks) {
      alike.push(place);
    } else if (distinctiveWords[place] === signature.words) {
      sameWords.push(place);
    } else if (
      spelledNearly(
        signature,
        letters[place] ?? 0,
        letterPairs[place] ?? 0,
        morePairs[place] ?? 0,
        lengths[place] ?? 0,
      ) ||
      soundsSame(signature, sounds[place] ?? 0, otherSounds[place] ?? 0)
    ) {
      near.push(place);
    }
  }
  return [...alike, ...sameWords, ...near]
    .slice(0, mostLookedAt)
    .flatMap((place) => (isGone(place) ? [] : judged(row(place))));
}

/** The same for rows that are not packed. */
function looseSimilar(
  { loose, signatures }: RowsInMemory,
  { wanted, judged }: Pick<SimilarFinder, 'wanted' | 'judged'>,
  tools: NameTools,
): readonly SimilarRow[] {
  const signature = nameSignature(wanted);
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

/** How names are found that are similar to this one. */
export function similarFinder(name: string, tools: NameTools): SimilarFinder {
  const wanted = nameFeatures(name, tools);
  const judged: SimilarFinder['judged'] = (row) => {
    // That of an annulled entity.
    if (row.name === '') return [];
    const similarity = similarityOf(wanted, nameFeatures(row.name, tools), tools);
    return similarity === null ? [] : [{ row, ...similarity }];
  };
  const finder = { wanted, judged };
  return {
    ...finder,
    inMemory: (rows) => [
      ...(rows.packed === undefined ? [] : packedSimilar(rows.packed, rows.isGone, finder)),
      ...looseSimilar(rows, finder, tools),
    ],
  };
}

/**
 * A few numbers by which most names that are not similar are excluded without a full comparison; no similar name is excluded.
 * Digests of 16 bits for the features that must be equal. For the spelling of the distinctive words: their letters and pairs of
 * letters, as bits.
 */
export interface NameSignature {
  readonly looks: number;
  readonly smallLooks: number;
  readonly words: number;
  /** 0: it has no sound. */
  readonly sound: number;
  readonly otherSound: number;
  readonly letters: number;
  readonly pairs: number;
  readonly morePairs: number;
  /** The length of the distinctive words, 255 at most. */
  readonly length: number;
}

/** The signature of a name. */
export function nameSignature({ looks, words, core, sounds }: NameFeatures): NameSignature {
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
    looks: digest(looks[0]),
    smallLooks: digest(looks[1]),
    words: digest(words),
    sound: sounds === null ? 0 : digest(sounds[0]),
    otherSound: sounds === null ? 0 : digest(sounds[1]),
    letters,
    pairs,
    morePairs,
    length: Math.min(core.length, 255),
  };
}

/** Whether names with these signatures may be similar: never no where they are. */
export function maybeSimilar(wanted: NameSignature, other: NameSignature): boolean {
  return (
    other.looks === wanted.looks ||
    other.smallLooks === wanted.smallLooks ||
    other.words === wanted.words ||
    soundsSame(wanted, other.sound, other.otherSound) ||
    spelledNearly(wanted, other.letters, other.pairs, other.morePairs, other.length)
  );
}

/** Whether one of the sounds is the same. */
function soundsSame({ sound, otherSound }: NameSignature, one: number, other: number): boolean {
  if (one === 0 || sound === 0) return false;
  return one === sound || one === otherSound || other === sound || other === otherSound;
}

/** Each edit changes two letters at most, and four pairs. */
function spelledNearly(
  wanted: NameSignature,
  letters: number,
  pairs: number,
  morePairs: number,
  length: number,
): boolean {
  const difference = length - wanted.length;
  const edits = editsOfLength(difference < 0 ? length : wanted.length);
  return (
    difference <= edits &&
    -difference <= edits &&
    bitsOf(letters ^ wanted.letters) <= 2 * edits &&
    bitsOf(pairs ^ wanted.pairs) + bitsOf(morePairs ^ wanted.morePairs) <= 4 * edits
  );
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
