import { keyKind } from '../../access/auth/api-key.ts';
import { admit, type KeyDeps, resolveKey } from '../../access/auth/authenticate.ts';
import type { KeyCaller, OAuthCaller, PersonalKeyCaller } from '../../access/auth/caller.ts';
import { countAttempt } from '../../kernel/db/attempt-counters.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { AnyRule, OAuthRule } from '../../kernel/domain/auth-rule.ts';
import type { OAuthScope } from '../../kernel/domain/scopes.ts';
import { type ApiError, hasStatus } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { readTokenState } from '../db/oauth-grants.ts';
import { ownerActs } from '../db/owner-acts.ts';
import { proofSubject, usedProofs } from '../db/used-proofs.ts';
import { effectiveEntities, effectiveScopes, grantStatus } from '../domain/oauth-grant.ts';
import { intersection } from '../domain/oauth-scope.ts';
import { isOpenTo } from '../domain/owned-client.ts';
import * as clientErrors from '../errors/client-errors.ts';
import { noncesOf, proofAlgorithms, verifyProof } from './dpop-proof.ts';
import { type AccessToken, type TokenAuthority, verifyAccessToken } from './issued-tokens.ts';

/**
 * Who calls a route of `/api/v1/me` with this credential. `agentScope` in the rule: Agent Keys with that
 * scope are admitted as well.
 *
 * Errors: 403 `account.suspended`; 401 `missing_token`; 401 `invalid_token` for anything but a live access token, keys included; 401
 * `missing_scopes: …`. Where Agent Keys are admitted: 403 `Standard API keys are not supported on this
 * endpoint` for a valid Standard Key, 403 `Insufficient permissions` for an Agent Key without the scope.
 */
export async function resolveOAuthCaller(
  rule: OAuthRule,
  sent: SentToken,
  deps: KeyDeps,
  authority: TokenAuthority,
): Promise<OAuthCaller | PersonalKeyCaller> {
  const { credential, scheme } = sent;
  if (credential === null) throw apiErrors.missingToken();
  if (scheme === 'Bearer' && keyKind(credential) !== null) return keyCaller(rule, credential, deps);
  return tokenCaller(rule.scope, { ...sent, credential }, deps.table, authority);
}

/**
 * Who calls a row that takes keys of all kinds and access tokens: what has the form of a JWT is a token, all else a key.
 *
 * Errors: 401 `Missing API key`, 401 `Invalid API key`, 403 `Insufficient permissions` for a key without the scope; of a token 401
 * `invalid_token` and 401 `missing_scopes: …`.
 */
export async function resolveAnyCaller(
  rule: AnyRule,
  sent: SentToken,
  deps: KeyDeps,
  authority: TokenAuthority,
): Promise<OAuthCaller | KeyCaller> {
  const { credential } = sent;
  if (credential?.split('.').length === 3) {
    return tokenCaller(rule.oauthScope, { ...sent, credential }, deps.table, authority);
  }
  // Keys are a bearer's, always.
  const caller = await resolveKey(deps, sent.scheme === 'Bearer' ? credential : null);
  admit(rule, caller);
  return caller;
}

async function tokenCaller(
  scope: OAuthScope,
  sent: SentToken & { readonly credential: string },
  table: Table,
  authority: TokenAuthority,
): Promise<OAuthCaller> {
  const live = await resolveAccessToken(table, sent.credential, authority);
  if (live === null) throw apiErrors.invalidToken();
  await requireProof(live, sent, { table, now: authority.now });
  if (live.person.suspension !== undefined) throw apiErrors.accountSuspended();
  if (!live.scopes.includes(scope)) throw apiErrors.missingScopes(scope)();
  const { claims, person, scopes, legalEntityIds } = live;
  return {
    kind: 'oauth',
    personId: person.id,
    clientId: claims.client_id,
    grantId: claims.grant_id,
    scopes,
    legalEntityIds,
    person,
  };
}

async function keyCaller(
  { agentScope }: OAuthRule,
  credential: string,
  deps: KeyDeps,
): Promise<PersonalKeyCaller> {
  if (agentScope === undefined || keyKind(credential) === 'partner') throw apiErrors.invalidToken();
  const caller = await resolveKey(deps, credential).catch((error: unknown) => {
    // An unknown key is refused in the words of this route.
    throw isRefusal(error) ? apiErrors.invalidToken() : error;
  });
  if (caller.kind === 'partner') throw apiErrors.invalidToken();
  if (caller.kind === 'standard') throw clientErrors.standardKeyNotSupported();
  if (!caller.scopes.includes(agentScope)) {
    throw apiErrors.insufficientPermissions(agentScope);
  }
  return caller;
}

function isRefusal(error: unknown): boolean {
  return hasStatus(error, 401);
}

/** A credential as it came, and what shows that its sender holds the key to which it is bound. */
export interface SentToken {
  /** Null: none. */
  readonly credential: string | null;
  /** The scheme of the `Authorization` header. */
  readonly scheme: 'Bearer' | 'DPoP';
  readonly proof: string | undefined;
  readonly method: string;
  /** The address that was called, without query. */
  readonly url: string;
}

/**
 * Refuses a token that is not sent as RFC 9449, section 7, requires: one that is bound to a key needs the
 * scheme `DPoP` and a proof with that key for this request; one without a key is sent as a bearer token. If
 * the client asks for it, each of its proofs is accepted once and needs the current nonce, which takes one
 * more write.
 *
 * Error: 401 `invalid_token`, with a challenge, and with `DPoP-Nonce` for a proof without it.
 */
export async function requireProof(
  { claims: { cnf }, client }: Pick<LiveToken, 'claims' | 'client'>,
  { credential, scheme, proof, method, url }: SentToken,
  { table, now }: { readonly table: Table; now(): Date },
): Promise<void> {
  if (cnf === undefined && scheme === 'Bearer') return;
  if (cnf === undefined || scheme === 'Bearer') throw refusedToken('invalid_token');
  const sent = { method, url, accessToken: credential ?? '' };
  const found = proof === undefined ? null : await verifyProof(proof, sent, now());
  if (found?.jkt !== cnf.jkt) throw refusedToken('invalid_dpop_proof');
  const { strictDpopProofs, nonceSecret } = client;
  if (!strictDpopProofs || nonceSecret === undefined) return;
  const nonces = noncesOf(nonceSecret, now());
  if (found.nonce === null || !nonces.includes(found.nonce)) {
    throw refusedToken('use_dpop_nonce', { 'dpop-nonce': nonces[0] });
  }
  const { counted } = await countAttempt(table, usedProofs, proofSubject(found), found.issuedAt);
  if (!counted) throw refusedToken('invalid_dpop_proof');
}

function refusedToken(error: string, headers: Readonly<Record<string, string>> = {}): ApiError {
  const algs = proofAlgorithms.join(' ');
  const challenge = `DPoP error="${error}", algs="${algs}"`;
  return apiErrors.invalidToken({ ...headers, 'www-authenticate': challenge });
}

/** An access token that counts now, and what it opens. */
interface LiveToken {
  readonly claims: AccessToken;
  readonly person: StoredPerson;
  readonly client: StoredClient;
  /** Granted, and still allowed by the user and to the client. */
  readonly scopes: readonly string[];
  /** Chosen by the user, at this authorization and today. */
  readonly legalEntityIds: readonly string[];
}

/**
 * The access token if it is valid now; null for any other. One strongly consistent read of the table, and one
 * more if the signing key is not known yet.
 *
 * It is not valid when it is forged, expired or revoked, its grant or its consent is gone, its account is or
 * was deactivated, or its client is switched off. A resident's application takes one more read, to check
 * whether its owner is active.
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
  // If the owner uses their own application, their account was already read.
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
