import type { Table } from '../../kernel/db/table.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { ownerActs } from '../db/owner-acts.ts';
import { readTokenState } from '../db/token-state.ts';
import { effectiveEntities, effectiveScopes, grantStatus } from '../domain/oauth-grant.ts';
import { intersection } from '../domain/oauth-scope.ts';
import { isOpenTo } from '../domain/owned-client.ts';
import { type AccessToken, type TokenAuthority, verifyAccessToken } from './access-token.ts';

/** An access token that counts at this moment, and what it opens. */
export interface LiveToken {
  readonly claims: AccessToken;
  readonly person: StoredPerson;
  readonly client: StoredClient;
  /** Granted, and still allowed by the user and to the client. */
  readonly scopes: readonly string[];
  /** Chosen by the user, at this authorization and today. */
  readonly legalEntityIds: readonly string[];
}

/**
 * The access token if it counts now; null for any other. One read of the table, strongly consistent, and
 * one more where the signing key is not known yet.
 *
 * It does not count when it is forged, expired or revoked, its grant or its consent is gone, its account is
 * or was deactivated, or its client is switched off. Of a resident's application one read more, for whether its owner acts.
 */
export async function resolveAccessToken(
  table: Table,
  token: string,
  authority: TokenAuthority,
): Promise<LiveToken | null> {
  const claims = await verifyAccessToken(token, authority);
  if (claims === null) return null;
  const { grant_id: grantId, sub: personId, client_id: clientId, jti } = claims;
  const state = await readTokenState(table, { grantId, personId, clientId, jti });
  const { grant, consent, person, client, revoked } = state;
  if (revoked || grant === null || consent === null || person === null) return null;
  if (client === null || !client.active || !isOpenTo(client, personId)) return null;
  if (grant.clientId !== clientId || grant.personId !== personId) return null;
  if (grantStatus(grant, consent, person, client) !== 'live') return null;
  // Of an application in its owner's hands the owner was read already.
  if (client.ownerId !== personId && !(await ownerActs(client, table))) return null;
  const scopes = effectiveScopes(claims.scope.split(' '), grant, consent);
  return {
    claims,
    person,
    client,
    scopes: intersection(scopes, client.scopes),
    legalEntityIds: effectiveEntities(grant, consent),
  };
}
