import type { NameFeatures, NameTools } from './name-features.ts';

/** Why two names are similar, strongest reason first. */
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
  /** At least one, strongest first. */
  readonly reasons: readonly SimilarityReason[];
  /** The edit distance of their distinctive words. */
  readonly distance: number;
}

/**
 * The similarity of two names, and the reasons; null if they are not similar. Symmetric. Reasons that follow from a
 * stronger one are omitted.
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
  // Different digits make a different name: "Fund 1" and "Fund 2", but not "Acm3" and "Acme".
  if (left.digits !== right.digits && !others.every(areSameInLetters)) return null;
  // A distance is at least the difference in length, and most candidates end here.
  const mayBeNear = others.every(([one, other]) => {
    return Math.abs(one.length - other.length) <= allowedEdits(one, other);
  });
  const mayBeSimilar = mayBeNear || (others.every(areLong) && shareSound(left, right));
  if (!mayBeSimilar) return null;
  const distances = others.map((pair) => distanceOf(...pair));
  const distance = distances.reduce((sum, each) => sum + each, 0);
  const isNear = others.every((pair, at) => (distances[at] ?? 0) <= allowedEdits(...pair));
  if (isNear && distance <= allowedEdits(left.core, right.core)) reasons.push('similar_spelling');
  if (others.every(areLong) && soundsAlike(left, right, distance)) reasons.push('similar_sound');
  return reasons.length === 0 ? null : { reasons, distance };
}

/** The differing words, by position; all words joined if one name has more of them. */
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

/** Digits that are used for letters. */
const lettersOf: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
};

/** Whether both words contain letters and differ only in digits used for letters. */
function areSameInLetters([left, right]: readonly [string, string]): boolean {
  const read = (word: string) => word.replaceAll(/[013457]/g, (digit) => lettersOf[digit] ?? digit);
  return /[a-z]/.test(left) && /[a-z]/.test(right) && read(left) === read(right);
}

function areLong([left, right]: readonly [string, string]): boolean {
  return Math.min(left.length, right.length) >= 4;
}

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * The allowed edit distance of two words, by the length of the shorter: none up to 3 letters, one up to 6, then two. In
 * syllabic or logographic scripts: none up to 5, then one.
 */
function allowedEdits(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  const most = editsOfLength(length);
  return most > 0 && (DENSE.test(left) || DENSE.test(right)) ? Number(length > 5) : most;
}

/** The same by length only, as a first filter. */
export function editsOfLength(length: number): number {
  return length <= 3 ? 0 : length <= 6 ? 1 : 2;
}

/** Whether they share a phonetic code, with spellings close enough for the similarity to be noticeable. */
function soundsAlike(left: NameFeatures, right: NameFeatures, distance: number): boolean {
  const isNoticed = distance <= Math.ceil(Math.max(left.core.length, right.core.length) / 2);
  return isNoticed && shareSound(left, right);
}

function shareSound(left: NameFeatures, right: NameFeatures): boolean {
  const others = right.sounds();
  return others !== null && left.sounds()?.some((sound) => others.includes(sound)) === true;
}

/** The origin of a similar name: an entity, an application or filing under review, or a reserved name. */
export const similarStatuses = ['registered', 'reserved', 'pending'] as const;
export type SimilarStatus = (typeof similarStatuses)[number];

/** A name in use, reserved or pending. */
export interface KnownName {
  readonly id: string;
  readonly name: string;
  /** Null for a name reserved with every extension. */
  readonly extension: string | null;
  readonly status: SimilarStatus;
}

/** A known name that is similar to another, with the reasons. */
export type SimilarName = KnownName & Pick<Similarity, 'reasons'>;

/** The maximum number of similar names in an answer. */
export const SIMILAR_LIMIT = 10;

/** The most similar names, in order of reasons, distance, status, name and id. */
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
    // Names with more reasons come first.
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
