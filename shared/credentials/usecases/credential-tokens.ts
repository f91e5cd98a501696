import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Item } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CredentialScope } from '../../kernel/domain/scopes.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import { newCode } from '../../oauth/auth/oauth-token.ts';
import { credentialDetailsType, readDetails } from '../../oauth/contracts/authorization-details.ts';
import type { TokenResponse } from '../../oauth/contracts/oauth.ts';
import type { StoredClient } from '../../oauth/db/oauth-clients.ts';
import type { IssuerDeps } from '../../oauth/deps/oauth-deps.ts';
import { opensWith } from '../../oauth/domain/oauth-grant.ts';
import * as oauthErrors from '../../oauth/errors/oauth-errors.ts';
import {
  authenticateClient,
  type Once,
  type PresentedClient,
  usedUpByRefusals,
} from '../../oauth/usecases/authenticate-client.ts';
import type { Binding } from '../../oauth/usecases/bind-tokens.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { actingEpochCheck } from '../../people/db/people-checks.ts';
import {
  credentialRefreshToken,
  grantIdOf,
  grantLifetime,
  isLiveGrant,
  newCredentialGrantWrite,
  redeemOfferWrite,
  refreshHashOf,
  StoredCredentialGrant,
  takeTry,
  txCodeHash,
} from '../db/credential-grants.ts';
import { configurationIds, credentialAudience, scopeOfKind } from '../domain/configurations.ts';
import {
  consentKeysOf,
  consentOfGrant,
  isStillAllowed,
  isStillHolder,
} from './credential-grant.ts';

/**
 * The lifetime of an access token at the credential endpoint, in seconds: more than five minutes
 * requires a bound token (OpenID4VCI 1.0, section 13.10).
 */
const lifetimes = { bearer: 300, bound: 600 } as const;

/** The client id in tokens of a wallet that redeemed an offer: it need not be registered. */
const anonymousWallet = 'wallet';

/** The person and subject of a wallet's credential. */
type Granted = Pick<
  StoredCredentialGrant,
  'personId' | 'kind' | 'legalEntityId' | 'credentialEpoch' | 'client' | 'instance' | 'identified'
>;

/** The tokens for a wallet's code of either kind, with its only refresh token. Writes nothing. */
export function newCredentialGrant(
  granted: Granted,
  { id, jkt, now }: { readonly id: string; readonly jkt: string | null; readonly now: Date },
  { random }: Pick<IssuerDeps, 'random'>,
): { readonly grant: StoredCredentialGrant; readonly refreshToken: string } {
  const refreshToken = credentialRefreshToken(id, newCode(random));
  const grant: StoredCredentialGrant = {
    ...{ id, ...granted, jkt },
    refreshHash: refreshHashOf(refreshToken),
    holderThumbprint: null,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + grantLifetime).toISOString(),
    revokedAt: null,
  };
  return { grant, refreshToken };
}

/**
 * The token response: an access token for credentials only, for ten minutes, or for five if it is
 * not bound to a key.
 */
export async function signCredentialTokens(
  grant: StoredCredentialGrant,
  refreshToken: string,
  now: Date,
  { signer, baseUrl, newId }: IssuerDeps,
): Promise<TokenResponse> {
  const iat = Math.floor(now.getTime() / 1000);
  const jkt = grant.jkt ?? undefined;
  const lifetime = jkt === undefined ? lifetimes.bearer : lifetimes.bound;
  const scope = scopeOfKind(grant.kind);
  const claims = {
    iss: baseUrl,
    aud: credentialAudience(baseUrl),
    sub: grant.personId,
    client_id: grant.client?.clientId ?? anonymousWallet,
    scope,
    jti: newId(),
    iat,
    exp: iat + lifetime,
    grant_id: grant.id,
    ...(jkt !== undefined && { cnf: { jkt } }),
  };
  return {
    access_token: await signer.sign(claims, 'at+jwt', 'ES256'),
    token_type: jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: lifetime,
    scope,
    refresh_token: refreshToken,
    ...(grant.identified && {
      authorization_details: [
        {
          type: credentialDetailsType,
          credential_configuration_id: configurationIds[grant.kind],
          credential_identifiers: [grant.id],
        },
      ],
    }),
  };
}

/**
 * Whether a wallet that redeems a code needs a credential identifier because it sent authorization
 * details (OpenID4VCI 1.0, section 6.1.1). Error: 400 `invalid_authorization_details` if they are
 * for another credential, or for none.
 */
export function wantsIdentifier(details: string | null, scope: CredentialScope): boolean {
  const read = readDetails(details);
  if (read === null) return false;
  if (!read.ok) throw oauthErrors.refusedRequest(read.problem.error)(read.problem.description);
  if (read.scope === scope) return true;
  throw oauthErrors.refusedRequest('invalid_authorization_details')(
    'The code is for another credential',
  );
}

/** A wallet's request; `txCode` is null if it was not sent. */
interface TakenOffer {
  readonly code: string;
  readonly txCode: string | null;
  readonly binding: Binding;
  /** Authorization details; null: none. */
  readonly details: string | null;
}

/**
 * Exchanges an offer's code, once, for tokens that give access only to the offered credential.
 * Three round trips.
 *
 * Errors: 400 `invalid_request` without a transaction code; 400 `invalid_grant` for a code that is
 * unknown, expired, redeemed or has no attempt left, for a wrong transaction code (five end the
 * offer), and for an account that is deactivated or suspended; 400 `invalid_dpop_proof` for a
 * reused proof; 400 `invalid_authorization_details` for those of another credential, which also
 * uses an attempt.
 */
export async function redeemOffer(
  { code, txCode, binding, details }: TakenOffer,
  deps: IssuerDeps,
): Promise<TokenResponse> {
  if (txCode === null) throw oauthErrors.invalidRequest('tx_code is required');
  const now = deps.now();
  const at = now.toISOString();
  const offer = await takeTry(deps.table, code, at);
  if (offer?.txCodeHash !== txCodeHash(code, txCode)) throw oauthErrors.invalidGrant();
  const { personId, kind, legalEntityId, credentialEpoch, grantId } = offer;
  const identified = wantsIdentifier(details, scopeOfKind(kind));
  const topic = {
    ...{ personId, kind, legalEntityId, credentialEpoch },
    ...(identified && { identified }),
  };
  const how = { id: grantId, jkt: binding?.jkt ?? null, now };
  const { grant, refreshToken } = newCredentialGrant(topic, how, deps);
  // This comes before the code is used up: if no key can be read, the code stays valid.
  const response = await signCredentialTokens(grant, refreshToken, now, deps);
  const outcome = await transact(deps.table, {
    proof: binding?.proof,
    offer: redeemOfferWrite(offer.reference, at),
    grant: newCredentialGrantWrite(grant),
    person: actingEpochCheck({ id: personId, credentialEpoch }),
  });
  if (outcome.kind === 'written') return response;
  throw outcome.refusal instanceof ApiError ? outcome.refusal : oauthErrors.invalidGrant();
}

export function isCredentialRefreshToken(text: string): boolean {
  return grantIdOf(text) !== null;
}

/** The grant of a refresh token, even if it has ended; null if the token is not ours. */
export async function findGrantOfToken(
  refreshToken: string,
  { table }: Pick<IssuerDeps, 'table'>,
): Promise<StoredCredentialGrant | null> {
  const id = grantIdOf(refreshToken);
  const stored = id === null ? undefined : await getItem(table, keys.credentialGrant(id));
  const grant = parseFound(StoredCredentialGrant, stored);
  return grant?.refreshHash === refreshHashOf(refreshToken) ? grant : null;
}

/** A wallet's request to renew a credential. */
interface CredentialRenewal {
  readonly refreshToken: string;
  readonly binding: Binding;
  /** Reads the client from the request. Throws if there is none. */
  readonly presented: () => PresentedClient;
}

/**
 * Issues another access token for a wallet's refresh token, which does not change. The access token is bound to the key
 * of the request's DPoP proof. A client authenticates and may use another key; an attested one must be the same
 * instance. A wallet that used an offer sends the same key, or proves the key of its first credential. Three round
 * trips.
 *
 * Errors: 400 `invalid_grant` if the token is unknown, ended, revoked or another client's, if the owner's account is
 * deactivated or suspended, if the consent was withdrawn, or for another instance; 400 `invalid_dpop_proof` if a proof
 * is missing, has another key than the offer's, or was used before; those of `authenticateClient`.
 */
export async function renewCredentialTokens(
  { refreshToken, binding, presented }: CredentialRenewal,
  deps: IssuerDeps,
): Promise<TokenResponse> {
  const grant = await findGrantOfToken(refreshToken, deps);
  if (grant === null || !isLiveGrant(grant, { now: deps.now().toISOString() })) {
    throw oauthErrors.invalidGrant();
  }
  const renewal = { grant, refreshToken, binding };
  const personKey = keys.person(grant.personId);
  if (grant.client === undefined) {
    const [person] = await getItems(deps.table, [personKey]);
    const once = { assertion: undefined };
    return renew(
      renewal,
      { client: null, instance: undefined, person, consent: undefined, once },
      deps,
    );
  }
  const requested = [personKey, ...consentKeysOf(grant)] as const;
  const { client, instance, items, once } = await authenticateClient(presented(), requested, deps);
  const [person, consent] = items;
  return usedUpByRefusals(once, deps, async () => {
    if (client.clientId !== grant.client?.clientId) throw oauthErrors.invalidGrant();
    return renew(renewal, { client, instance, person, consent, once }, deps);
  });
}

/** The items read for a renewal. */
interface Read {
  /** Null if a wallet redeemed an offer. */
  readonly client: StoredClient | null;
  readonly instance: string | undefined;
  readonly person: Item | undefined;
  readonly consent: Item | undefined;
  readonly once: Once;
}

async function renew(
  {
    grant,
    refreshToken,
    binding,
  }: Omit<CredentialRenewal, 'presented'> & { readonly grant: StoredCredentialGrant },
  { client, instance, person: personItem, consent, once }: Read,
  deps: IssuerDeps,
): Promise<TokenResponse> {
  const bound = { jkt: grant.jkt ?? undefined, instance: grant.instance };
  const method = client === null ? 'none' : client.tokenEndpointAuthMethod;
  if (!opensWith(bound, { jkt: binding?.jkt, instance }, method)) {
    throw grant.instance === instance ? oauthErrors.invalidProof() : oauthErrors.invalidGrant();
  }
  const person = parseFound(StoredPerson, personItem);
  if (
    person === null ||
    !isStillHolder(grant, person) ||
    !isStillAllowed(grant, person, client, consent)
  ) {
    throw oauthErrors.invalidGrant();
  }
  const jkt = grant.jkt && (binding?.jkt ?? grant.jkt);
  const response = await signCredentialTokens({ ...grant, jkt }, refreshToken, deps.now(), deps);
  const outcome = await transact(deps.table, {
    ...once,
    proof: binding?.proof,
    person: actingEpochCheck(person),
    consent: consentOfGrant(grant),
  });
  if (outcome.kind === 'written') return response;
  throw outcome.refusal instanceof ApiError ? outcome.refusal : oauthErrors.invalidGrant();
}
