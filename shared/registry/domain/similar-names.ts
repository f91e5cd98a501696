import type { NameFeatures, NameTools } from './name-features.ts';

/** Why two names are similar, from the strongest reason to the weakest. */
export const similarityReasons = [
  'same_name',
  'looks_alike',
  'same_words',
  'similar_spelling',
  'similar_sound',
] as const;
export type SimilarityReason = (typeof similarityReasons)[number];

/** How similar two names are. */
export interface Similarity {
  /** At least one, the strongest first. */
  readonly reasons: readonly SimilarityReason[];
  /** By how many letters their telling words differ. */
  readonly distance: number;
}

/**
 * Whether two names are similar, and why; null: they are not. The order does not matter. Identical names have no other
 * reason; names that look alike or have the same words have no reason that follows from it.
 */
export function similarityOf(
  left: NameFeatures,
  right: NameFeatures,
  { distance: distanceOf }: Pick<NameTools, 'distance'>,
): Similarity | null {
  if (left.key === right.key) return { reasons: ['same_name'], distance: 0 };
  const looksAlike = left.looks.some((look, form) => look === right.looks[form]);
  const sameWords = left.words === right.words;
  const reasons: SimilarityReason[] = [];
  if (looksAlike) reasons.push('looks_alike');
  else if (sameWords) reasons.push('same_words');
  if (looksAlike || sameWords) return { reasons, distance: 0 };
  const others = differingWords(left, right);
  // Other digits are another name: "Fund 1" and "Fund 2"; but not "Acm3" and "Acme".
  if (left.digits !== right.digits && !others.every(areSameInLetters)) return null;
  const distances = others.map((pair) => distanceOf(...pair));
  const distance = distances.reduce((sum, each) => sum + each, 0);
  const isNear = others.every((pair, at) => (distances[at] ?? 0) <= allowedEdits(...pair));
  if (isNear && distance <= allowedEdits(left.core, right.core)) reasons.push('similar_spelling');
  if (soundsAlike(left, right, distance) && others.every(areLong)) reasons.push('similar_sound');
  return reasons.length === 0 ? null : { reasons, distance };
}

/** The words that differ, by their place; all as one where one name has more of them. */
function differingWords(
  left: NameFeatures,
  right: NameFeatures,
): readonly (readonly [string, string])[] {
  if (left.telling.length !== right.telling.length) return [[left.core, right.core]];
  return left.telling.flatMap((word, at) => {
    const other = right.telling[at] ?? '';
    return word === other ? [] : [[word, other] as const];
  });
}

/** Digits that are written for letters. */
const lettersOf: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
};

/** Both words have letters, and differ only in digits that are written for letters. */
function areSameInLetters([left, right]: readonly [string, string]): boolean {
  const read = (word: string) => word.replaceAll(/[013457]/g, (digit) => lettersOf[digit] ?? digit);
  return /[a-z]/.test(left) && /[a-z]/.test(right) && read(left) === read(right);
}

function areLong([left, right]: readonly [string, string]): boolean {
  return Math.min(left.length, right.length) >= 4;
}

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * By how many letters words may differ, by the length of the shorter: none up to 3 letters, one up to 6, then two. In
 * scripts whose signs are syllables or words: none up to 5, then one.
 */
function allowedEdits(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  const most = editsOfLength(length);
  return most > 0 && (DENSE.test(left) || DENSE.test(right)) ? Number(length > 5) : most;
}

/** The same based on the length alone, before the letters are compared. */
export function editsOfLength(length: number): number {
  return length <= 3 ? 0 : length <= 6 ? 1 : 2;
}

/** They sound the same in one of their ways, and are not spelled too differently for that to be noticed. */
function soundsAlike(left: NameFeatures, right: NameFeatures, distance: number): boolean {
  const { sounds } = right;
  if (left.sounds === null || sounds === null) return false;
  const isOne = left.sounds.some((sound) => sounds.includes(sound));
  return isOne && distance <= Math.ceil(Math.max(left.core.length, right.core.length) / 2);
}

/** An item with a similar name: an entity, an application or filing under review, or a reserved name. */
export const similarStatuses = ['registered', 'reserved', 'pending'] as const;
export type SimilarStatus = (typeof similarStatuses)[number];

/** A name that someone has. */
export interface KnownName {
  readonly id: string;
  readonly name: string;
  /** Null of a name that is reserved for every extension. */
  readonly extension: string | null;
  readonly status: SimilarStatus;
}

/** One that is similar to another name. */
export type SimilarName = KnownName & Pick<Similarity, 'reasons'>;

/** The most names that an answer has. */
export const SIMILAR_LIMIT = 10;

/** Those that are most similar, the best first; the order is that of reasons, distance, status, name and id. */
export function mostSimilar(
  found: readonly (KnownName & Similarity)[],
  limit: number = SIMILAR_LIMIT,
): readonly SimilarName[] {
  return found
    .toSorted(compare)
    .slice(0, limit)
    .map(({ id, name, extension, status, reasons }) => ({ id, name, extension, status, reasons }));
}

function compare(left: KnownName & Similarity, right: KnownName & Similarity): number {
  return (
    rank(left) - rank(right) ||
    left.distance - right.distance ||
    // With a second reason before those with one.
    right.reasons.length - left.reasons.length ||
    similarStatuses.indexOf(left.status) - similarStatuses.indexOf(right.status) ||
    compareText(left.name, right.name) ||
    compareText(left.id, right.id)
  );
}

function rank({ reasons: [first = 'similar_sound'] }: Similarity): number {
  return similarityReasons.indexOf(first);
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
