import { doubleMetaphone } from 'double-metaphone';
import { distance } from 'fastest-levenshtein';
import { type NameFeatures, type NameTools, nameFeatures } from '../domain/name-features.ts';
import { type KnownName, type Similarity, similarityOf } from '../domain/similar-names.ts';

/** A known name with its features. */
export interface ComparedName extends KnownName {
  readonly features: NameFeatures;
}

export function comparedName(known: KnownName): ComparedName {
  return { ...known, features: nameFeatures(known.name, nameTools) };
}

/** The names that are similar to one with these features. */
export function similarOf(
  requested: NameFeatures,
  known: readonly ComparedName[],
): readonly (KnownName & Similarity)[] {
  return known.flatMap(({ features, ...each }) => {
    const similarity = similarityOf(requested, features, nameTools);
    return similarity === null ? [] : [{ ...each, ...similarity }];
  });
}

/** The comparison functions: Levenshtein distance, and Double Metaphone for words with letters. */
export const nameTools: NameTools = {
  distance,
  soundsOf: (word) => {
    const [first, second] = doubleMetaphone(word);
    // Digits have no sound, but distinguish "Route 66" from "Route".
    const digits = word.replace(/[^0-9]+/g, '');
    return [first + digits, second + digits];
  },
};
