import { keyKind } from '../../access/auth/api-key.ts';
import { admit, type KeyDeps, resolveKey } from '../../access/auth/authenticate.ts';
import type { KeyCaller, OAuthCaller, PersonalKeyCaller } from '../../access/auth/caller.ts';
import { findKey, type StoredKey } from '../../access/db/api-keys.ts';
import { keyState } from '../../access/domain/key-bounds.ts';
import { countAttempt } from '../../kernel/db/attempt-counters.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { AnyRule, OAuthRule } from '../../kernel/domain/auth-rule.ts';
import type { OAuthScope } from '../../kernel/domain/scopes.ts';
import { type ApiError, hasStatus } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { readTokenState, type StoredGrant } from '../db/oauth-grants.ts';
import { ownerActs } from '../db/owner-acts.ts';
import { proofSubject, usedProofs } from '../db/used-proofs.ts';
import { effectiveEntities, effectiveScopes, grantStatus } from '../domain/oauth-grant.ts';
import { intersection } from '../domain/oauth-scope.ts';
import { isOpenTo } from '../domain/owned-client.ts';
import * as clientErrors from '../errors/client-errors.ts';
import { noncesOf, proofAlgorithms, verifyProof } from './dpop-proof.ts';
import { type AccessToken, type TokenAuthority, verifyAccessToken } from './issued-tokens.ts';

/**
 * The caller of a route of `/api/v1/me`. If the rule has an `agentScope`, Agent Keys with that
 * scope are also accepted.
 *
 * Errors: 403 `account.suspended`; 401 `missing_token`; 401 `invalid_token` for anything but a
 * valid access token, including keys; 401 `missing_scopes: …`. If Agent Keys are accepted: 403
 * `Standard API keys are not supported on this endpoint` for a valid Standard Key, 403
 * `Insufficient permissions` for an Agent Key without the scope.
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
 * The caller of a row that accepts keys of all kinds and access tokens: a credential in the form of
 * a JWT is a token, any other a key.
 *
 * Errors: 401 `Missing API key`, 401 `Invalid API key`, 403 `Insufficient permissions` for a key
 * without the scope; for a token 401 `invalid_token` and 401 `missing_scopes: …`.
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
  // Keys are always bearer credentials.
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
    // This route has its own error for an unknown key.
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

/** A credential as sent, with the proof of possession of its key. */
export interface SentToken {
  /** Null if there is none. */
  readonly credential: string | null;
  /** The scheme of the `Authorization` header. */
  readonly scheme: 'Bearer' | 'DPoP';
  readonly proof: string | undefined;
  readonly method: string;
  /** The URL that was called, without its query. */
  readonly url: string;
}

/**
 * Refuses a token that is not sent as RFC 9449, section 7, requires: a token that is bound to a key
 * needs the scheme `DPoP` and a proof with that key for this request; any other is sent as a bearer
 * token. If the client has strict proofs, each proof is accepted once and needs the current nonce,
 * which costs one more write.
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

/** A valid access token and the access it gives. */
interface LiveToken {
  readonly claims: AccessToken;
  readonly person: StoredPerson;
  readonly client: StoredClient;
  /** Granted, and still allowed by the user and for the client. */
  readonly scopes: readonly string[];
  /** Chosen by the user at this authorization and still allowed. */
  readonly legalEntityIds: readonly string[];
  /** The Agent Key of its grant, neither revoked nor expired; null for a token for the API. */
  readonly agentKey: StoredKey | null;
}

/**
 * The access token if it is valid now; null for any other. One strongly consistent read of the
 * table, and one more if the signing key is not known yet.
 *
 * A token is invalid if it is forged, expired or revoked, if its grant or its consent has ended, if
 * its account is or was deactivated, or if its client is disabled. A resident's application needs
 * one more read, to check whether its owner is active.
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
  // An owner's account was already read if they use their own application.
  if (client.ownerId !== personId && !(await ownerActs(client, table))) return null;
  const agentKey = await agentKeyOf(grant, { table, now: authority.now });
  if (agentKey === null && grant.agentKey !== undefined) return null;
  const scopes = effectiveScopes(claims.scope.split(' '), grant, consent);
  return {
    claims,
    person,
    client,
    scopes: intersection(scopes, client.scopes),
    legalEntityIds: effectiveEntities(grant, consent),
    agentKey,
  };
}

/** The valid Agent Key of a grant: one read if it has one. Null if there is none, or it has ended. */
export async function agentKeyOf(
  { agentKey }: Pick<StoredGrant, 'agentKey'>,
  { table, now }: KeyDeps,
): Promise<StoredKey | null> {
  const key = agentKey === undefined ? null : await findKey(table, agentKey.hash);
  return key !== null && keyState(key, now()) === 'good' ? key : null;
}
