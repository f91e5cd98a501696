import { ApiError } from '../../kernel/api-error.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, getItems } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import { newCode } from '../../oauth/auth/oauth-token.ts';
import type { TokenResponse } from '../../oauth/contracts/oauth.ts';
import type { IssuerDeps } from '../../oauth/deps/issuer.ts';
import { oauthErrors } from '../../oauth/oauth-errors.ts';
import type { Binding } from '../../oauth/usecases/bind-tokens.ts';
import { actingEpochCheck, StoredPerson } from '../../people/db/people.ts';
import {
  credentialRefreshToken,
  grantIdOf,
  grantLifetime,
  isLiveGrant,
  newCredentialGrantWrite,
  refreshHashOf,
  StoredCredentialGrant,
} from '../db/credential-grants.ts';
import { redeemOfferWrite, takeTry, txCodeHash } from '../db/offers.ts';
import { configurationIds, credentialAudience } from '../domain/configurations.ts';

/** For how long an access token opens the credential endpoint, in seconds. */
const accessTokenLifetime = 600;

/** Wallets need not be registered: whoever has both codes is let in. */
const anonymousWallet = 'wallet';

/** What a wallet sends; `txCode` null: none. */
export interface TakenOffer {
  readonly code: string;
  readonly txCode: string | null;
  readonly binding: Binding;
}

/**
 * Exchanges the code of an offer for tokens that open nothing but the credential which was offered, once. Three round trips.
 *
 * Errors: 400 `invalid_request` without a transaction code; 400 `invalid_grant` for a code that is unknown, late, redeemed or without a try left, a
 * wrong transaction code, of which five end the offer, and an account that was deactivated or is suspended; 400
 * `invalid_dpop_proof` for a proof that was used before.
 */
export async function redeemOffer(
  { code, txCode, binding }: TakenOffer,
  deps: IssuerDeps,
): Promise<TokenResponse> {
  if (txCode === null) throw oauthErrors.invalidRequest('tx_code is required');
  const now = deps.now();
  const at = now.toISOString();
  const offer = await takeTry(deps.table, code, at);
  if (offer?.txCodeHash !== txCodeHash(code, txCode)) throw oauthErrors.invalidGrant();
  const { personId, kind, legalEntityId, credentialEpoch, grantId } = offer;
  const refreshToken = credentialRefreshToken(grantId, newCode(deps.random));
  const grant: StoredCredentialGrant = {
    id: grantId,
    ...{ personId, kind, legalEntityId, credentialEpoch },
    refreshHash: refreshHashOf(refreshToken),
    jkt: binding?.jkt ?? null,
    holderThumbprint: null,
    createdAt: at,
    expiresAt: new Date(now.getTime() + grantLifetime).toISOString(),
    revokedAt: null,
  };
  // Before the code is used up: if no key can be read, it stays good.
  const response = await tokensOf(grant, refreshToken, now, deps);
  const outcome = await transact(deps.table, {
    proof: binding?.proof,
    offer: redeemOfferWrite(offer.reference, at),
    grant: newCredentialGrantWrite(grant),
    person: actingEpochCheck({ id: personId, credentialEpoch }),
  });
  if (outcome.kind === 'written') return response;
  throw outcome.refusal instanceof ApiError ? outcome.refusal : oauthErrors.invalidGrant();
}

/** Whether it has the form of a refresh token for credentials. */
export function isCredentialRefreshToken(text: string): boolean {
  return grantIdOf(text) !== null;
}

/**
 * Another access token for a wallet that has a refresh token of `redeemOffer`. The refresh token stays as it is: what it opens is a
 * credential for the key that the first one was for, which takes a proof by that key. Three round trips.
 *
 * Errors: 400 `invalid_grant` for one that is unknown, ended or revoked, or whose owner's account was deactivated or is suspended; 400
 * `invalid_dpop_proof` where it is bound to another key, or the proof was used before.
 */
export async function renewCredentialTokens(
  { refreshToken, binding }: { readonly refreshToken: string; readonly binding: Binding },
  deps: IssuerDeps,
): Promise<TokenResponse> {
  const now = deps.now();
  const at = now.toISOString();
  const id = grantIdOf(refreshToken);
  const stored = id === null ? undefined : await getItem(deps.table, keys.credentialGrant(id));
  const grant = parseFound(StoredCredentialGrant, stored);
  if (grant === null || grant.refreshHash !== refreshHashOf(refreshToken)) {
    throw oauthErrors.invalidGrant();
  }
  if (!isLiveGrant(grant, { now: at })) throw oauthErrors.invalidGrant();
  if (grant.jkt !== null && grant.jkt !== binding?.jkt) throw oauthErrors.invalidProof();
  const [item] = await getItems(deps.table, [keys.person(grant.personId)]);
  const person = parseFound(StoredPerson, item);
  if (person === null || !isTheirs(grant, person)) throw oauthErrors.invalidGrant();
  const response = await tokensOf(grant, refreshToken, now, deps);
  const outcome = await transact(deps.table, {
    proof: binding?.proof,
    person: actingEpochCheck(person),
  });
  if (outcome.kind === 'written') return response;
  throw outcome.refusal instanceof ApiError ? outcome.refusal : oauthErrors.invalidGrant();
}

/** Whether the person is still the one who was offered it: active in the same epoch, and suspended by no case. */
function isTheirs({ credentialEpoch }: StoredCredentialGrant, person: StoredPerson): boolean {
  return (
    person.status === 'active' &&
    person.credentialEpoch === credentialEpoch &&
    person.suspension === undefined
  );
}

async function tokensOf(
  grant: StoredCredentialGrant,
  refreshToken: string,
  now: Date,
  { signer, baseUrl, newId }: IssuerDeps,
): Promise<TokenResponse> {
  const iat = Math.floor(now.getTime() / 1000);
  const jkt = grant.jkt ?? undefined;
  const scope = configurationIds[grant.kind];
  const claims = {
    iss: baseUrl,
    aud: credentialAudience(baseUrl),
    sub: grant.personId,
    client_id: anonymousWallet,
    scope,
    jti: newId(),
    iat,
    exp: iat + accessTokenLifetime,
    grant_id: grant.id,
    ...(jkt !== undefined && { cnf: { jkt } }),
  };
  return {
    access_token: await signer.sign(claims, 'at+jwt', 'ES256'),
    token_type: jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: accessTokenLifetime,
    scope,
    refresh_token: refreshToken,
  };
}
