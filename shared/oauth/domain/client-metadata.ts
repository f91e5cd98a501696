import { writtenDestination } from '../../kernel/domain/redirect-destination.ts';

/**
 * How a client authenticates: with a secret, with an assertion signed with its key (RFC 7523), with
 * a provider's attestation of each instance (OAuth 2.0 Attestation-Based Client Authentication), or
 * not at all.
 */
export const authMethods = [
  'client_secret',
  'private_key_jwt',
  'attest_jwt_client_auth',
  'none',
] as const;
export type AuthMethod = (typeof authMethods)[number];

/** Security requirements in addition to those of all clients. */
interface ClientSecurity {
  readonly tokenEndpointAuthMethod: AuthMethod;
  /** Its authorization requests must be pushed (RFC 9126). */
  readonly requirePushedAuthorizationRequests: boolean;
  /**
   * Its tokens are bound to a key (RFC 9449), and its refresh tokens are not rotated (decision 92).
   */
  readonly dpopBoundAccessTokens: boolean;
  /**
   * Each of its proofs is also accepted only once at `/api/v1/me` and userinfo, with a nonce: each
   * call is a write.
   */
  readonly strictDpopProofs: boolean;
  /** Signs ID tokens and access tokens. */
  readonly idTokenSignedResponseAlg: TokenAlgorithm;
}

/** The default of a client without other settings. */
export function plainSecurity(isPublic: boolean): ClientSecurity {
  return {
    tokenEndpointAuthMethod: isPublic ? 'none' : 'client_secret',
    requirePushedAuthorizationRequests: false,
    dpopBoundAccessTokens: false,
    strictDpopProofs: false,
    idTokenSignedResponseAlg: 'RS256',
  };
}

/** Whether `text` has the form of an OAuth client's id: a UUID, or an id chosen by an operator. */
export function isClientId(text: string): boolean {
  return /^[a-z0-9._-]{3,64}$/.test(text);
}

/**
 * Whether an OAuth client can register the URI (RFC 6749, section 3.1.2: absolute, without
 * fragment).
 */
export function isRedirectUri(text: string): boolean {
  return writtenDestination(text) !== null && !text.includes('#');
}

/** Whether only the owner of a DNS name receives what is sent there. */
export function isVerifiable(redirectUri: string): boolean {
  return new URL(redirectUri).protocol === 'https:';
}

/**
 * Whether the URL can be shown as a link to an external page: `https`, without user name or
 * password.
 */
export function isPageOfOthers(text: string): boolean {
  return /^https:[!#-;=?-~]+$/.test(text) && writtenDestination(text) !== null;
}

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/**
 * The grant type with which wallets redeem credential offers, registered or not (OpenID4VCI 1.0).
 */
export const preAuthorizedGrant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

export const grantTypes = ['authorization_code', 'refresh_token', deviceGrant] as const;
export type GrantType = (typeof grantTypes)[number];

/**
 * Whether a client can use a grant: a client that registered itself can use its registered grant
 * types; any other can use all.
 */
export function mayUse(
  { grantTypes: registered }: { readonly grantTypes: readonly GrantType[] | null },
  grant: GrantType,
): boolean {
  return registered === null || registered.includes(grant);
}

/** The algorithms that sign tokens: RS256 by default (spec 4.1; FAPI 2.0, 5.4). */
export const tokenAlgorithms = ['RS256', 'ES256', 'PS256'] as const;
export type TokenAlgorithm = (typeof tokenAlgorithms)[number];

/** How often the keys of these algorithms are rotated, in days. */
export const rotationDays = 90;

export type OtherAlgorithm = Exclude<TokenAlgorithm, 'RS256'>;

/** Whether it is an algorithm that can sign our tokens. */
export function isTokenAlgorithm(text: string | undefined): text is TokenAlgorithm {
  return tokenAlgorithms.some((alg) => alg === text);
}
