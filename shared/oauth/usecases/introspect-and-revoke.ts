import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Item } from '../../kernel/db/table.ts';
import { create, orElse, transact } from '../../kernel/db/transact.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { verifyAccessToken } from '../auth/issued-tokens.ts';
import { agentKeyOf, resolveAccessToken } from '../auth/oauth-caller.ts';
import { isRefreshToken } from '../auth/oauth-token.ts';
import type { Introspection } from '../contracts/oauth.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { StoredConsent } from '../db/oauth-consents.ts';
import { revokedTokenItem, StoredGrant, StoredRefreshToken } from '../db/oauth-grants.ts';
import { authorityOfAll, type ClientKeyDeps, type TokenDeps } from '../deps/oauth-deps.ts';
import { effectiveScopes, grantStatus } from '../domain/oauth-grant.ts';
import { intersection } from '../domain/oauth-scope.ts';
import { refreshStatus } from '../domain/refresh-token.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';
import { authenticateClient, type PresentedClient, spend } from './authenticate-client.ts';
import { revokeFamily } from './revoke-tokens.ts';

/** The whole response for a token that is invalid or belongs to another client. */
const inactive: Introspection = { active: false };

/**
 * Returns whether a token of the client is valid, and its scopes (RFC 7662). Only clients with a
 * secret can ask, and only about their own tokens.
 *
 * Errors: those of `authenticateClient`; 401 `invalid_client` for a public client.
 */
export async function answerIntrospection(
  token: string,
  presented: PresentedClient,
  deps: TokenDeps & ClientKeyDeps,
): Promise<Introspection> {
  const requested = [keys.refreshToken(token)] as const;
  const { client, items, once } = await authenticateClient(presented, requested, deps);
  await spend(once, deps);
  if (client.public) throw oauthErrors.invalidClient(presented.basic);
  return isRefreshToken(token)
    ? introspectRefreshToken(items[0], client, deps)
    : introspectAccessToken(token, client, deps);
}

async function introspectAccessToken(
  token: string,
  { clientId }: StoredClient,
  deps: TokenDeps,
): Promise<Introspection> {
  const live = await resolveAccessToken(deps.table, token, authorityOfAll(deps));
  if (live?.claims.client_id !== clientId || live.person.suspension !== undefined) return inactive;
  const { sub, exp, iat, jti, aud, iss, cnf } = live.claims;
  return {
    active: true,
    scope: live.scopes.join(' '),
    client_id: clientId,
    username: sub,
    sub,
    token_type: cnf === undefined ? 'Bearer' : 'DPoP',
    exp,
    iat,
    jti,
    aud,
    iss,
    ...(cnf !== undefined && { cnf }),
  };
}

async function introspectRefreshToken(
  item: Item | undefined,
  client: StoredClient,
  { table, now }: TokenDeps,
): Promise<Introspection> {
  const { clientId } = client;
  const stored = parseFound(StoredRefreshToken, item);
  if (stored?.clientId !== clientId) return inactive;
  if (refreshStatus(stored, now().toISOString()) !== 'open') return inactive;
  const [grantItem, consentItem, personItem] = await getItems(table, [
    keys.grant(stored.grantId),
    keys.consent(stored.personId, clientId),
    keys.person(stored.personId),
  ]);
  const grant = parseFound(StoredGrant, grantItem);
  const consent = parseFound(StoredConsent, consentItem);
  if (grant === null || consent === null) return inactive;
  const person = parseFound(StoredPerson, personItem);
  if (grantStatus(grant, consent, person, client) !== 'live') return inactive;
  if (grant.agentKey !== undefined && (await agentKeyOf(grant, { table, now })) === null) {
    return inactive;
  }
  return {
    active: true,
    scope: intersection(effectiveScopes(grant.scopes, grant, consent), client.scopes).join(' '),
    client_id: clientId,
    username: grant.personId,
    sub: grant.personId,
    token_type: 'refresh_token',
    exp: seconds(stored.expiresAt),
    iat: seconds(stored.createdAt),
  };
}

function seconds(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000);
}

/**
 * Revokes a token of the client (RFC 7009): a refresh token with its family, an access token alone.
 * Anything but a valid token of this client is ignored.
 *
 * Errors: those of `authenticateClient`.
 */
export async function answerRevocation(
  token: string,
  presented: PresentedClient,
  deps: TokenDeps & ClientKeyDeps,
): Promise<void> {
  const requested = [keys.refreshToken(token)] as const;
  const { client, items, once } = await authenticateClient(presented, requested, deps);
  await spend(once, deps);
  const { clientId } = client;
  if (isRefreshToken(token)) {
    const stored = parseFound(StoredRefreshToken, items[0]);
    if (stored?.clientId !== clientId) return;
    const { grantId, personId } = stored;
    await revokeFamily({ grantId, personId, clientId, reason: 'client' }, deps);
    return;
  }
  const claims = await verifyAccessToken(token, authorityOfAll(deps));
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
