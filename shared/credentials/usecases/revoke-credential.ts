import type { Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit-person.ts';
import { revokeCredentialGrantWrite } from '../db/credential-grants.ts';
import { revokeCredentialWrite, type StoredCredential, statusPlacesOf } from '../db/credentials.ts';
import { revokePlaceWrites } from '../db/status-lists.ts';
import type { RevocationReason } from '../domain/credential.ts';

export interface RevokingDeps {
  readonly table: Table;
  now(): Date;
  newId(): string;
}

/** Why a credential counts no more: a reason of ours, and what an operator typed. */
export interface CredentialRevocation {
  readonly reason: RevocationReason;
  readonly typed?: string | undefined;
}

/**
 * Revokes a credential, for good: the credential, its places on the status list and the entry of the trail are one transaction, so that
 * it is known to verifiers exactly if its owner and the operators are told. Of two at once one has revoked it. Answers whether it
 * was this call: false where somebody else was first, or the credential is gone.
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
  // Its days are over: there is nothing to renew with.
  if (outcome.refusal === 'no_grant') {
    return revokeCredential({ ...credential, grantId: null }, { reason, typed }, actor, deps);
  }
  throw outcome.error;
}
