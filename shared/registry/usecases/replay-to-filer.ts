import type { Caller } from '../../access/auth/caller.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { readFilingEntity } from './read-filing-entity.ts';

/**
 * The answer to a write of a filing, for whoever repeats its request. It belongs to the keys' owner, and may
 * have been given to a Standard Key: an Agent Key gets it only for entities for which it may file itself (gap
 * 166).
 *
 * Errors: 403 and 404 as `readFilingEntity`.
 */
export async function replayToFiler<A>(
  answer: A,
  {
    caller,
    path,
  }: { readonly caller: Caller; readonly path: Readonly<Record<string, string | undefined>> },
  { table }: Pick<CoreDeps, 'table'>,
): Promise<A> {
  if (caller.kind === 'agent') await readFilingEntity(table, path['id'] ?? '', caller);
  return answer;
}
