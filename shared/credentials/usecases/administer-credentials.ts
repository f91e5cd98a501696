import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import {
  listCredentials,
  listCredentialsOfEntity,
  type StoredCredential,
} from '../db/credentials.ts';
import type { RevocationReason } from '../domain/credential.ts';
import { revokeCredential } from './revoke-credential.ts';

/**
 * The credentials of a person, or about an entity, that are still stored, newest first. Error: 400 where it is not said whose, or both
 * are.
 */
export async function listCredentialsFor(
  { personId, legalEntityId }: { readonly personId?: string; readonly legalEntityId?: string },
  { table }: CoreDeps,
): Promise<readonly StoredCredential[]> {
  if (personId !== undefined && legalEntityId === undefined) {
    return listCredentials(table, personId);
  }
  if (personId === undefined && legalEntityId !== undefined) {
    return (await listCredentialsOfEntity(table, legalEntityId)).toReversed();
  }
  const message = 'One of personId and legalEntityId';
  throw apiErrors.invalidQuery([{ code: 'custom', path: [], message }]);
}

/** Revokes a credential of a person; one that is revoked stays as it is. Error: 404. */
export async function revokeAsOperator(
  {
    id,
    personId,
    reasonCode,
    reason,
  }: {
    readonly id: string;
    readonly personId: string;
    readonly reasonCode: RevocationReason;
    readonly reason: string;
  },
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredCredential> {
  const find = async () => {
    const all = await listCredentials(deps.table, personId);
    const found = all.find((each) => each.id === id);
    if (found === undefined) throw apiErrors.notFound();
    return found;
  };
  const credential = await find();
  if (credential.revokedAt !== null) return credential;
  await revokeCredential(credential, { reason: reasonCode, typed: reason }, actor, deps);
  return find();
}
