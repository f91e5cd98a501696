import type { Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { revokeCredentialGrantWrite } from '../db/credential-grants.ts';
import {
  listCredentials,
  listCredentialsOfEntity,
  revokeCredentialWrite,
  revokePlaceWrites,
  type StoredCredential,
  statusPlacesOf,
} from '../db/credentials.ts';
import { credentialState, type RevocationReason } from '../domain/credential.ts';

/**
 * The stored credentials of a person or about an entity, newest first. Error: 400 unless exactly
 * one of them is given.
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

/** Revokes a credential of a person; does nothing if it is already revoked. Error: 404. */
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

/** The person's stored credentials, newest first. */
export function readOwnCredentials(
  { id }: Pick<StoredPerson, 'id'>,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<readonly StoredCredential[]> {
  return listCredentials(table, id);
}

/**
 * Revokes one of the person's credentials: it is no longer valid, and no wallet can renew it. Does
 * nothing if it has expired or was already revoked. Error: 404, also for another person's
 * credential.
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

export interface RevokingDeps {
  readonly table: Table;
  now(): Date;
  newId(): string;
}

/** The reason for a revocation: one of ours, and the operator's text. */
interface CredentialRevocation {
  readonly reason: RevocationReason;
  readonly typed?: string | undefined;
}

/**
 * Revokes a credential permanently. The credential, its status-list indexes and the audit entry are
 * one transaction, so verifiers, its owner and the operators always see the same. Returns whether
 * this call revoked it: false if another was first, or the credential no longer exists.
 */
export async function revokeCredential(
  credential: StoredCredential,
  { reason, typed }: CredentialRevocation,
  actor: Actor,
  deps: RevokingDeps,
): Promise<boolean> {
  const at = deps.now().toISOString();
  const { id, personId, kind, legalEntityId, expiresAt, grantId } = credential;
  const outcome = await transact(deps.table, {
    credential: orElse(revokeCredentialWrite(credential, reason, at), () => 'done_before' as const),
    ...revokePlaceWrites(statusPlacesOf(credential), expiresAt),
    grant:
      grantId === null || reason !== 'holder'
        ? undefined
        : orElse(revokeCredentialGrantWrite(grantId, at), () => 'no_grant' as const),
    ...auditPerson(deps, {
      at,
      actor,
      personId,
      action: 'credential.revoked',
      ...(typed !== undefined && { reason: typed }),
      details: { credentialId: id, kind, legalEntityId, reasonCode: reason },
    }),
  });
  if (outcome.kind === 'written') return true;
  if (outcome.refusal === 'done_before') return false;
  // It has expired: there is nothing to renew.
  if (outcome.refusal === 'no_grant') {
    return revokeCredential({ ...credential, grantId: null }, { reason, typed }, actor, deps);
  }
  throw outcome.error;
}
