import type { TokenAlgorithm } from './token-algorithm.ts';

/**
 * How a client proves who it is: by a secret, by an assertion that its key signs (RFC 7523), by an attestation that its provider's key
 * signs of each instance (OAuth 2.0 Attestation-Based Client Authentication), or not at all.
 */
export const authMethods = [
  'client_secret',
  'private_key_jwt',
  'attest_jwt_client_auth',
  'none',
] as const;
export type AuthMethod = (typeof authMethods)[number];

/** What is asked of a client, or it asks for, beyond what all clients have. */
export interface ClientSecurity {
  readonly tokenEndpointAuthMethod: AuthMethod;
  /** Its authorization requests count only if they were pushed (RFC 9126). */
  readonly requirePushedAuthorizationRequests: boolean;
  /** Its tokens are bound to a key (RFC 9449), and its refresh tokens don't rotate (decision 92). */
  readonly dpopBoundAccessTokens: boolean;
  /** Its proofs count once at `/api/v1/me` and userinfo, too, and need a nonce there: each call is a write. */
  readonly strictDpopProofs: boolean;
  /** Of ID tokens and of access tokens. */
  readonly idTokenSignedResponseAlg: TokenAlgorithm;
}

/** What a client has that says nothing else. */
export function plainSecurity(isPublic: boolean): ClientSecurity {
  return {
    tokenEndpointAuthMethod: isPublic ? 'none' : 'client_secret',
    requirePushedAuthorizationRequests: false,
    dpopBoundAccessTokens: false,
    strictDpopProofs: false,
    idTokenSignedResponseAlg: 'RS256',
  };
}
