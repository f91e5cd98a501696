import { unrevokedKeyCheck } from '../../access/db/api-keys.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { actingEpochCheck } from '../../people/db/people-checks.ts';
import { isResourceOf } from '../contracts/authorization.ts';
import type { TokenResponse } from '../contracts/oauth.ts';
import { parseScope } from '../contracts/oauth-scope.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { consentCheck, StoredConsent } from '../db/oauth-consents.ts';
import {
  grantUseWrite,
  StoredGrant,
  StoredRefreshToken,
  useRefreshTokenWrite,
} from '../db/oauth-grants.ts';
import type { IssuerDeps } from '../deps/oauth-deps.ts';
import { mayUse } from '../domain/client-metadata.ts';
import {
  effectiveScopes,
  grantStatus,
  isRefreshable,
  opensWith,
  staysAsItIs,
} from '../domain/oauth-grant.ts';
import { intersection, isSubset } from '../domain/oauth-scope.ts';
import { rotateRefreshToken } from '../domain/refresh-token.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';
import {
  authenticateClient,
  countUnknownCode,
  type KnownClient,
  type PresentedClient,
  spend,
  usedUpByRefusals,
} from './authenticate-client.ts';
import { type Binding, requireBinding } from './bind-tokens.ts';
import { issueTokens } from './issue-tokens.ts';
import { revokeFamily } from './revoke-tokens.ts';

export interface Refresh {
  readonly refreshToken: string;
  /** Space-delimited, at most the granted scopes; null means all of them. */
  readonly scope: string | null;
  /** The resource (RFC 8707); null if none was named. */
  readonly resource: string | null;
  readonly binding: Binding;
}

/**
 * Exchanges a refresh token for new tokens. One transaction uses up the old token and creates the
 * next one, if the family, the consent and the account still exist. Three round trips.
 *
 * A client whose tokens are bound to a key keeps its refresh token (decision 92). It can use
 * another key if it authenticates itself. An attested client's refresh token works
 * only for the instance that received it. Unbound tokens are rotated. A second use revokes the
 * family with its access tokens, even if both arrive at the same time. Scopes that the client is no
 * longer allowed are omitted; the refresh token keeps the granted scopes, whatever `scope` is.
 *
 * Errors: those of `authenticateClient`; 400 `invalid_grant`; 400 `invalid_scope` for a scope that
 * was not granted or that the client is no longer allowed; 400 `unauthorized_client`.
 */
export async function refreshTokens(
  refresh: Refresh,
  presented: PresentedClient,
  deps: IssuerDeps,
): Promise<TokenResponse> {
  const requested = [keys.refreshToken(refresh.refreshToken)] as const;
  const known = await authenticateClient(presented, requested, deps);
  return usedUpByRefusals(known.once, deps, () => redeem(refresh, presented, known, deps));
}

async function redeem(
  { refreshToken, scope, resource, binding }: Refresh,
  presented: PresentedClient,
  { client, items, once, instance }: KnownClient<readonly [ItemKey]>,
  deps: IssuerDeps,
): Promise<TokenResponse> {
  if (!mayUse(client, 'refresh_token')) throw oauthErrors.unauthorizedClient('refresh_token');
  const { jkt, proof } = requireBinding(client, binding);
  const stored = parseFound(StoredRefreshToken, items[0]);
  if (stored === null) {
    await spend(once, deps);
    await countUnknownCode(presented, deps);
    throw oauthErrors.invalidGrant();
  }
  const { clientId } = client;
  const { grantId, personId } = stored;
  const replayed = { grantId, personId, clientId, reason: 'refresh_token_reuse' } as const;
  const now = deps.now();
  const at = now.toISOString();
  const decision = rotateRefreshToken(stored, clientId, at);
  if (!decision.ok) {
    await spend(once, deps);
    if (decision.reason === 'used') await revokeFamily(replayed, deps);
    throw oauthErrors.invalidGrant();
  }
  const { grant, consent, person } = await liveFamily(stored, client, deps);
  if (!opensWith(grant, { jkt, instance }, client.tokenEndpointAuthMethod))
    throw oauthErrors.invalidGrant();
  const { agentKey } = grant;
  if (!isResourceOf({ forAgents: agentKey !== undefined }, resource, deps.baseUrl)) {
    throw oauthErrors.invalidTarget(deps.baseUrl);
  }
  // A token from before the client's tokens were bound expires before its family: it is rotated
  // once more, and its successor stays.
  const rotates = !staysAsItIs(grant, client) || stored.expiresAt < grant.refreshExpiresAt;
  const granted = intersection(effectiveScopes(grant.scopes, grant, consent), client.scopes);
  const less = narrowed(granted, grant.scope, scope);
  // A token for agents has all scopes of its key.
  const { scopes, spelled } =
    agentKey === undefined ? less : { scopes: granted, spelled: grant.scope };
  const tokens = await issueTokens(
    {
      grant,
      client,
      jkt,
      scopes,
      spelled,
      refreshable: rotates && isRefreshable(grant, granted),
      nonce: null,
    },
    now,
    deps,
  );
  const outcome = await transact(deps.table, {
    // This comes first because the first refusal decides, and a replayed request must not end the
    // family.
    ...once,
    proof,
    used: rotates ? orElse(useRefreshTokenWrite(refreshToken, at), () => 'used') : undefined,
    grant: grantUseWrite(grant.id, at),
    key: agentKey && unrevokedKeyCheck(agentKey.hash),
    refreshToken: tokens.refreshToken,
    consent: consentCheck(personId, clientId, consent.id),
    person: actingEpochCheck(person),
  });
  if (outcome.kind === 'written') return tokens.response;
  // It was used at the same moment.
  if (outcome.refusal instanceof ApiError) throw outcome.refusal;
  if (outcome.refusal === 'used') await revokeFamily(replayed, deps);
  throw oauthErrors.invalidGrant();
}

async function liveFamily(
  { grantId, personId, clientId }: StoredRefreshToken,
  client: StoredClient,
  { table }: IssuerDeps,
): Promise<{
  readonly grant: StoredGrant;
  readonly consent: StoredConsent;
  readonly person: StoredPerson;
}> {
  const [grantItem, consentItem, personItem] = await getItems(table, [
    keys.grant(grantId),
    keys.consent(personId, clientId),
    keys.person(personId),
  ]);
  const grant = parseFound(StoredGrant, grantItem);
  const consent = parseFound(StoredConsent, consentItem);
  const person = parseFound(StoredPerson, personItem);
  if (grant === null || consent === null || person === null) throw oauthErrors.invalidGrant();
  if (grantStatus(grant, consent, person, client) !== 'live') throw oauthErrors.invalidGrant();
  return { grant, consent, person };
}

/**
 * The scopes of the access token. A requested scope must be granted; without a request, all that
 * remain.
 */
function narrowed(
  granted: readonly string[],
  spelledAtFirst: string,
  scope: string | null,
): { readonly scopes: readonly string[]; readonly spelled: string } {
  const requested = scope === null ? null : parseScope(scope);
  if (
    scope !== null &&
    (requested === null || requested.withUnknown || !isSubset(requested.scopes, granted))
  ) {
    throw oauthErrors.invalidScope(
      'The scope was not granted, or the client is not allowed to have it',
    );
  }
  if (granted.length === 0)
    throw oauthErrors.invalidScope('The client is no longer allowed to have any of these scopes');
  return requested === null
    ? { scopes: granted, spelled: spelledAtFirst }
    : { scopes: requested.scopes, spelled: requested.scope };
}
