import { partitions } from '../../kernel/db/keys.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { RevokedKeys } from '../../people/usecases/register-person.ts';
import { activeKeysOf } from '../db/api-keys.ts';
import { revocationsOf } from './revocations-of.ts';

/** What revokes every key of a person, for the transaction of another act. Read the person first: see `activeKeysOf`. */
export async function revokeEveryKey(
  personId: string,
  at: string,
  deps: CoreDeps,
): Promise<RevokedKeys> {
  const owner = partitions.person(personId);
  const keys = await activeKeysOf(deps.table, owner);
  return { ids: keys.map(({ id }) => id), writes: revocationsOf(keys, owner, at, deps) };
}
