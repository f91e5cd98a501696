import { doubleMetaphone } from 'double-metaphone';
import { distance } from 'fastest-levenshtein';
import { type NameFeatures, type NameTools, nameFeatures } from '../domain/name-features.ts';
import { type KnownName, type Similarity, similarityOf } from '../domain/similar-names.ts';

/** A name that someone has, with what it is compared by. */
export interface ComparedName extends KnownName {
  readonly features: NameFeatures;
}

export function comparedName(known: KnownName): ComparedName {
  return { ...known, features: nameFeatures(known.name, nameTools) };
}

/** Those that are similar to the name with these features. */
export function similarOf(
  wanted: NameFeatures,
  known: readonly ComparedName[],
): readonly (KnownName & Similarity)[] {
  return known.flatMap(({ features, ...each }) => {
    const similarity = similarityOf(wanted, features, nameTools);
    return similarity === null ? [] : [{ ...each, ...similarity }];
  });
}

/** How names are compared: by Levenshtein's distance, and Double Metaphone of what has letters to sound. */
export const nameTools: NameTools = {
  distance,
  soundsOf: (word) => {
    const [first, second] = doubleMetaphone(word);
    // Digits have no sound, and tell "Route 66" from "Route".
    const digits = word.replace(/[^0-9]+/g, '');
    return [first + digits, second + digits];
  },
};
