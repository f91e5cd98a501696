import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { auditPerson } from '../../platform/usecases/audit-person.ts';
import { revokeGrantWrite } from '../db/oauth-grants.ts';

/** Which family, and why: the client asked for it, or a code or refresh token was used a second time. */
export interface FamilyToRevoke {
  readonly grantId: string;
  readonly personId: string;
  readonly clientId: string;
  readonly reason: 'client' | 'code_reuse' | 'refresh_token_reuse';
}

/**
 * Revokes a token family with its access tokens. One that is revoked already, or was never made, is left
 * as it is. `write` revokes the grant itself, where it is of another kind.
 */
export async function revokeFamily(
  family: FamilyToRevoke,
  deps: CoreDeps,
  write: (grantId: string, at: string) => Write = revokeGrantWrite,
): Promise<void> {
  const { grantId, personId, clientId, reason } = family;
  const at = deps.now().toISOString();
  const outcome = await transact(deps.table, {
    grant: orElse(write(grantId, at), () => 'revoked_before'),
    ...auditPerson(deps, {
      at,
      actor: { kind: 'oauth_client', id: clientId, personId },
      personId,
      action: 'oauth_grant.revoked',
      details: { grantId, clientId, reason },
    }),
  });
  if (outcome.kind === 'refused' && outcome.refusal === undefined) throw outcome.error;
}
