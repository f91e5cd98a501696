import { plainWords } from '../../kernel/domain/fold-case.ts';

/** The reasons why two people with the same date of birth may be one, the strongest first. */
export const samePersonReasons = ['same_name', 'similar_name', 'same_citizenship'] as const;
export type SamePersonReason = (typeof samePersonReasons)[number];

/** The compared data. The registry stores no numbers of identity documents. */
export interface ComparedPerson {
  readonly givenName: string | null;
  readonly surname: string | null;
  readonly citizenships: readonly string[];
}

/** A permit holder who may be the person for whom a permit is requested. */
export interface SimilarPerson {
  readonly person: ComparedPerson & {
    readonly id: string;
    readonly dateOfBirth: string | null;
    readonly residentPermitNumber: string | null;
  };
  readonly reasons: readonly SamePersonReason[];
}

/** The number of letters by which two words may differ. */
export type Distance = (one: string, other: string) => number;

/**
 * Why two people with the same date of birth may be one person; empty: their names differ, or one has none.
 *
 * Case, accents, punctuation and the order of the words don't matter. Names are similar if each word of the shorter one, of at
 * least two, is in the longer one with the same spelling or nearly so, or if only the spaces differ.
 */
export function samePersonReasonsOf(
  one: ComparedPerson,
  other: ComparedPerson,
  distance: Distance,
): readonly SamePersonReason[] {
  const name = nameReason(wordsOf(one), wordsOf(other), distance);
  if (name === null) return [];
  const isShared = one.citizenships.some((each) => other.citizenships.includes(each));
  return isShared ? [name, 'same_citizenship'] : [name];
}

function wordsOf({ givenName, surname }: ComparedPerson): readonly string[] {
  return plainWords(`${givenName ?? ''} ${surname ?? ''}`);
}

function nameReason(one: readonly string[], other: readonly string[], distance: Distance) {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  if (few.length === 0) return null;
  if (few.toSorted().join(' ') === many.toSorted().join(' ')) return 'same_name';
  // "De la Cruz" and "Delacruz".
  if (few.join('') === many.join('')) return 'similar_name';
  return few.length > 1 && isWithin(few, many, distance) ? 'similar_name' : null;
}

/**
 * Whether each word of the shorter name matches a different word of the longer one: the same, or a
 * similar spelling.
 */
function isWithin(few: readonly string[], many: readonly string[], distance: Distance): boolean {
  const left = [...many];
  const take = (isFound: (word: string) => boolean) => {
    const index = left.findIndex(isFound);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  };
  const others = few.filter((word) => !take((each) => each === word));
  return others.every((word) => take((each) => distance(each, word) <= allowedEdits(each, word)));
}

/** No difference up to 3 letters, one up to 6, then two; none in words with digits. */
function allowedEdits(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  if (length <= 3 || /\d/.test(one + other)) return 0;
  return length <= 6 ? 1 : 2;
}
