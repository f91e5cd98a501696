import type { CoreDeps } from '../../kernel/deps/core.ts';
import { listRepresentedEntities } from '../../registry/db/represented-entities.ts';
import { isSubset, opensEntities } from '../domain/oauth-scope.ts';

/** Somebody chose a legal entity that they don't represent: nothing was written. */
export interface NotRepresented {
  readonly kind: 'not_represented';
}

/** What a user chose, of what an application asks for. */
export interface EntityShare {
  readonly personId: string;
  /** The contract's names. */
  readonly scopes: readonly string[];
  /** As they were sent. */
  readonly chosen: readonly string[];
}

/**
 * The ids of the legal entities that an application with these scopes gets to see: those chosen, or none where
 * the scopes open none. Null when the person does not represent each of them today, which is checked again with
 * each access.
 */
export async function sharedEntities(
  { personId, scopes, chosen }: EntityShare,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<readonly string[] | null> {
  if (!opensEntities(scopes) || chosen.length === 0) return [];
  const represented = await listRepresentedEntities(table, personId);
  const ids = represented.map(({ id }) => id);
  return isSubset(chosen, ids) ? chosen : null;
}
