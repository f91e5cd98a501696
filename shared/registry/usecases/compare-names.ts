import { type NameFeatures, nameFeatures } from '../domain/name-features.ts';
import { type KnownName, type Similarity, similarityOf } from '../domain/similar-names.ts';
import { nameTools } from './name-tools.ts';

/** A name that somebody has, with what it is compared by. */
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
