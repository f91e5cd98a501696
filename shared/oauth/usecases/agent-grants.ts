import { connectedSecrets, hashKey } from '../../access/auth/api-key.ts';
import type { StoredKey } from '../../access/db/api-keys.ts';
import { connectKey } from '../../access/usecases/issue-key.ts';
import type { Seal } from '../../kernel/auth/seal.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { TokenAuthority } from '../auth/issued-tokens.ts';
import { requireProof, resolveAccessToken, type SentToken } from '../auth/oauth-caller.ts';
import type { IssuerDeps } from '../deps/oauth-deps.ts';
import { familyEnd } from '../domain/oauth-grant.ts';
import { agentScopesOf, isSubset } from '../domain/oauth-scope.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';
import { newFamily } from './issue-tokens.ts';
import type { Redeemed } from './redeem-codes.ts';
import { revokeFamily } from './revoke-tokens.ts';

/**
 * The grant of an application that acts for a person at the MCP endpoint. It has an Agent Key,
 * whose revocation ends the grant. Concurrent events have one winner:
 *
 * | | code open | grant with key | ended |
 * |---|---|---|---|
 * | code redeemed | both created, if consent and account are valid and, for write scopes, the Manifestation | both revoked | – |
 * | refreshed | – | next tokens, unless the key is revoked at that moment | `invalid_grant` |
 * | key revoked, by anyone | – | ended | – |
 * | grant revoked by the client, or a token was used twice | – | both revoked | – |
 * | consent withdrawn | code invalid | both revoked | – |
 * | account deactivated, Manifestation revoked | code invalid | ended with the key | – |
 */
export const agentFamily: Redeemed = {
  async begin(code, client, how, deps) {
    const { grantId, personId, credentialEpoch, forAgents } = code;
    const [secret] = await connectedSecrets(deps.seal, grantId);
    if (secret === undefined || forAgents === undefined) throw oauthErrors.invalidGrant();
    const at = how.now.toISOString();
    const { key, writes } = connectKey(
      {
        id: grantId,
        clientId: client.clientId,
        clientName: client.name,
        person: { id: personId, credentialEpoch },
        scopes: agentScopesOf(code.scopes),
        approvalRequired: forAgents.approvalRequired,
        expiresAt: familyEnd(at),
      },
      secret,
      at,
      deps,
    );
    const allowed = { ...code, agentKey: { id: key.id, hash: key.hash } };
    const family = await newFamily(allowed, client, how, deps);
    // Fewer scopes than the key has: the client lost some since the user chose.
    if (!isSubset(key.scopes, family.scopes)) {
      throw oauthErrors.invalidScope(
        'The client is no longer allowed to request all of these scopes',
      );
    }
    return { ...family, writes: { ...family.writes, ...writes } };
  },
  end: revokeFamily,
};

/** An Agent Key of a grant, with the secret that calls the API with its rights. */
interface ConnectedKey {
  readonly key: StoredKey;
  readonly secret: string;
}

/**
 * The Agent Key with which the holder of an access token acts. `authority` has the audience of
 * these tokens.
 *
 * Errors: 401 `invalid_token` for a token that is invalid, for another audience, or without all
 * scopes of its key, and if the key is revoked or expired; 403 `account.suspended`.
 */
export async function resolveConnectedKey(
  sent: SentToken & { readonly credential: string },
  { table, seal }: Pick<IssuerDeps, 'table'> & { readonly seal: Pick<Seal, 'derive'> },
  authority: TokenAuthority,
): Promise<ConnectedKey> {
  const live = await resolveAccessToken(table, sent.credential, authority);
  if (!live?.agentKey) throw apiErrors.invalidToken();
  await requireProof(live, sent, { table, now: authority.now });
  const { agentKey: key, person, scopes, claims } = live;
  if (person.suspension !== undefined || key.suspendedBy !== undefined) {
    throw apiErrors.accountSuspended();
  }
  const secrets = await connectedSecrets(seal, claims.grant_id);
  const secret = secrets.find((each) => hashKey(each) === key.hash);
  if (secret === undefined || !isSubset(key.scopes, scopes)) throw apiErrors.invalidToken();
  return { key, secret };
}
