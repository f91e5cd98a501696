import { auditPerson } from '../../audit/audit-person.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { personActor } from '../../sessions/auth/session.ts';
import { revokeCredentialGrantWrite } from '../db/credential-grants.ts';
import {
  listCredentials,
  revokeCredentialWrite,
  type StoredCredential,
} from '../db/credentials.ts';
import { credentialState } from '../domain/credential.ts';

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
  const { kind, legalEntityId, grantId } = credential;
  const outcome = await transact(deps.table, {
    credential: orElse(
      revokeCredentialWrite(credential, 'holder', at),
      () => 'done_before' as const,
    ),
    grant: grantId === null ? undefined : revokeCredentialGrantWrite(grantId, at),
    ...auditPerson(deps, {
      at,
      actor: personActor(person.id),
      personId: person.id,
      action: 'credential.revoked',
      details: { credentialId: id, kind, legalEntityId, reasonCode: 'holder' },
    }),
  });
  if (outcome.kind === 'refused' && outcome.refusal !== 'done_before') throw outcome.error;
}
