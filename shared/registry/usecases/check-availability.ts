import { displayName } from '../../kernel/domain/legal-entity.ts';
import { lookUpName } from '../db/names.ts';
import type { SimilarName } from '../domain/similar-names.ts';
import { findSimilarNames, type NameSources } from './find-similar-names.ts';

/** A name as the registry would enter it, and whether an application may have it today. */
export interface CheckedName {
  readonly name: string;
  readonly available: boolean;
  /** Operators keep it back. */
  readonly reserved: boolean;
  /** Names of others that are similar, the best first, at most ten. */
  readonly similar: readonly SimilarName[];
}

/**
 * Whether the name is free among the entities of the option, which its exact form decides, and what is similar to it among
 * all. One round trip, and one more every ten seconds.
 */
export async function checkAvailability(
  { name, optionId }: { readonly name: string; readonly optionId: string },
  sources: NameSources,
): Promise<CheckedName> {
  const [{ taken, reserved }, similar] = await Promise.all([
    lookUpName(sources.table, optionId, name),
    findSimilarNames(name, sources),
  ]);
  return { name: displayName(name), available: !taken && !reserved, reserved, similar };
}
