import type { Table } from '../../kernel/db/table.ts';
import { displayName } from '../../kernel/domain/legal-entity.ts';
import { lookUpName, readPendingNames } from '../db/names.ts';
import { mostSimilar, type SimilarName } from '../domain/similar-names.ts';
import { type SimilarFinder, similarFinder } from '../domain/similar-rows.ts';
import { comparedName, nameTools, similarOf } from './compare-names.ts';
import type { ReservedNames } from './reserved-names.ts';
import type { RegistrySearch } from './search-registry.ts';

/** The sources of known names. */
export interface NameSources {
  readonly table: Table;
  readonly registry: RegistrySearch;
  readonly reservedNames: ReservedNames;
}

/**
 * The most similar names of entities and reserved names, best first, at most ten. Names in pending applications are for
 * reviewers only: see `findSimilarForReview`. One or two round trips.
 */
export async function findSimilarNames(
  name: string,
  { registry, reservedNames }: NameSources,
): Promise<readonly SimilarName[]> {
  return mostSimilar(
    await knownSimilar(similarFinder(name, nameTools), { registry, reservedNames }),
  );
}

/**
 * The same, including names in pending applications, for reviewers. Omits items with an id in `own`: those of the case
 * and its entity.
 */
export async function findSimilarForReview(
  { name, own }: { readonly name: string; readonly own: readonly string[] },
  sources: NameSources,
): Promise<readonly SimilarName[]> {
  const finder = similarFinder(name, nameTools);
  const [known, pending] = await Promise.all([
    knownSimilar(finder, sources),
    readPendingNames(sources.table),
  ]);
  const all = [...known, ...similarOf(finder.requested, pending.map(comparedName))];
  return mostSimilar(all.filter(({ id }) => !own.includes(id)));
}

async function knownSimilar(
  finder: SimilarFinder,
  { registry, reservedNames }: Omit<NameSources, 'table'>,
) {
  const [entities, reserved] = await Promise.all([registry.similar(finder), reservedNames()]);
  return [
    ...entities.map(({ row: { id, name: its, extension }, reasons, distance }) => ({
      id,
      name: its,
      extension,
      status: 'registered' as const,
      reasons,
      distance,
    })),
    ...similarOf(finder.requested, reserved),
  ];
}

/** A name as it would be registered, and whether an application may have it today. */
interface CheckedName {
  readonly name: string;
  readonly available: boolean;
  /** Whether operators have reserved it. */
  readonly reserved: boolean;
  /** Similar names of others, best first, at most ten. */
  readonly similar: readonly SimilarName[];
}

/**
 * Whether the exact name is available within the option, and names similar to it. One round trip, and one more every
 * ten seconds.
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
