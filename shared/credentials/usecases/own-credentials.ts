import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { listCredentials, type StoredCredential } from '../db/credentials.ts';
import { credentialState } from '../domain/credential.ts';
import { revokeCredential } from './revoke-credential.ts';

/** The person's credentials that are still stored, newest first. */
export function readOwnCredentials(
  { id }: Pick<StoredPerson, 'id'>,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<readonly StoredCredential[]> {
  return listCredentials(table, id);
}

/**
 * Takes one of the person's credentials back: it counts no more, and no wallet renews it. One that has ended, or was revoked before,
 * stays as it is. Error: 404, also for somebody else's.
 */
export async function takeBackCredential(
  person: Pick<StoredPerson, 'id'>,
  id: string,
  deps: CoreDeps,
): Promise<void> {
  const at = deps.now().toISOString();
  const credential = (await readOwnCredentials(person, deps)).find((each) => each.id === id);
  if (credential === undefined) throw apiErrors.notFound();
  if (credentialState(credential, at) !== 'good') return;
  await revokeCredential(credential, { reason: 'holder' }, personActor(person.id), deps);
}
