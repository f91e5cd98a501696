import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { create, orElse, transact } from '../../kernel/db/transact.ts';
import { auditPerson } from '../../platform/usecases/audit-person.ts';
import { verifyAccessToken } from '../auth/access-token.ts';
import { isRefreshToken } from '../auth/oauth-token.ts';
import { revokedTokenItem } from '../db/oauth-grants.ts';
import { StoredRefreshToken } from '../db/refresh-tokens.ts';
import type { ClientKeyDeps } from '../deps/client-keys.ts';
import { authorityOf, type TokenDeps } from '../deps/tokens.ts';
import { authenticateClient, type PresentedClient, spend } from './authenticate-client.ts';
import { revokeFamily } from './revoke-family.ts';

/**
 * Revokes a token of the client (RFC 7009): a refresh token with its whole family, an access token alone.
 * Anything but a live token of this client is silently ignored.
 *
 * Errors: those of `authenticateClient`.
 */
export async function answerRevocation(
  token: string,
  presented: PresentedClient,
  deps: TokenDeps & ClientKeyDeps,
): Promise<void> {
  const wanted = [keys.refreshToken(token)] as const;
  const { client, items, once } = await authenticateClient(presented, wanted, deps);
  await spend(once, deps);
  const { clientId } = client;
  if (isRefreshToken(token)) {
    const stored = parseFound(StoredRefreshToken, items[0]);
    if (stored?.clientId !== clientId) return;
    const { grantId, personId } = stored;
    await revokeFamily({ grantId, personId, clientId, reason: 'client' }, deps);
    return;
  }
  const claims = await verifyAccessToken(token, authorityOf(deps));
  if (claims?.client_id !== clientId) return;
  const at = deps.now().toISOString();
  const personId = claims.sub;
  const outcome = await transact(deps.table, {
    token: orElse(create(revokedTokenItem(claims.jti, at, claims.exp)), () => 'revoked_before'),
    ...auditPerson(deps, {
      at,
      actor: { kind: 'oauth_client', id: clientId, personId },
      personId,
      action: 'oauth_token.revoked',
      details: { grantId: claims.grant_id, clientId, tokenId: claims.jti },
    }),
  });
  if (outcome.kind === 'refused' && outcome.refusal === undefined) throw outcome.error;
}
