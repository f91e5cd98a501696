import { ApiError } from '../../kernel/errors/api-error.ts';
import type { GrantType } from '../domain/client-metadata.ts';

/** What OAuth's own endpoints answer (RFC 6749, RFC 8628; spec 4.1): a code, and words for developers. */
export const oauthErrors = {
  invalidRequest: (description: string) => oauthError('invalid_request', description),
  invalidGrant: () =>
    oauthError(
      'invalid_grant',
      'The grant is invalid, expired, used or revoked. Start a new sign-in.',
    ),
  /** RFC 6749, sections 4.1.2.1 and 5.2. */
  unauthorizedClient: (grant: GrantType) =>
    oauthError('unauthorized_client', `The client is not registered for ${grant}`),
  invalidScope: (description: string) => oauthError('invalid_scope', description),
  unsupportedGrantType: () =>
    oauthError('unsupported_grant_type', 'This grant_type is not supported'),
  authorizationPending: () =>
    oauthError('authorization_pending', 'The user has not decided yet. Try again later.'),
  slowDown: (interval: number) =>
    oauthError('slow_down', `Wait ${interval} seconds between two requests`),
  accessDenied: () => oauthError('access_denied', 'The user denied the request'),
  expiredToken: () => oauthError('expired_token', 'The device code has expired'),
  /** A pushed request, in the words of the authorization endpoint (RFC 9126, section 2.3). */
  refusedRequest: (error: string, description: string) => oauthError(error, description),
  /** RFC 9449, section 5. */
  invalidProof: () =>
    oauthError(
      'invalid_dpop_proof',
      'The DPoP proof is missing, not valid, too old or was used before',
    ),
  /** RFC 9449, section 8. */
  useNonce: (nonce: string) =>
    new ApiError(400, 'use_dpop_nonce', {
      error_description: 'The DPoP proof needs the nonce from this response',
      headers: { 'dpop-nonce': nonce },
    }),
  /** RFC 7591, section 3.2.2. */
  invalidMetadata: (description: string) => oauthError('invalid_client_metadata', description),
  invalidRedirectUri: (description: string) => oauthError('invalid_redirect_uri', description),
  /** Of an initial access token (RFC 6750, section 3.1). */
  invalidRegistrationToken: () =>
    new ApiError(401, 'invalid_token', {
      error_description:
        'The initial access token is missing, unknown, used up, expired or revoked',
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    }),
  registrationClosed: () =>
    new ApiError(404, 'registration_not_supported', {
      error_description:
        'Self-registration is disabled. Ask the operators to register your client.',
    }),
  /** `basic`: the client used HTTP Basic, and gets its challenge. */
  invalidClient: (basic: boolean) =>
    new ApiError(401, 'invalid_client', {
      error_description: 'The client is unknown or failed to authenticate',
      ...(basic && { headers: { 'www-authenticate': 'Basic realm="oauth"' } }),
    }),
  /** `retryAfter` in seconds. */
  tooManyRequests: (retryAfter: number) =>
    new ApiError(429, 'invalid_request', {
      error_description: 'Too many attempts',
      headers: { 'retry-after': String(retryAfter) },
    }),
  /** Of a token whose owner has lost their mailbox; it counts again after the case. RFC 6750, section 3.1, has no other code for it. */
  suspendedAccount: () =>
    new ApiError(401, 'invalid_token', {
      error_description: 'The account is suspended until its lost mailbox case is closed',
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    }),
  /** Only for a valid token that opens something else. */
  insufficientScope: (scope: string) =>
    new ApiError(403, 'insufficient_scope', {
      error_description: `The access token needs the scope ${scope}`,
      headers: {
        'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
      },
    }),
} as const;

function oauthError(code: string, description: string): ApiError {
  return new ApiError(400, code, { error_description: description });
}
