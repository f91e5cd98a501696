import { ApiError } from '../kernel/api-error.ts';

/** What OAuth's own endpoints answer (RFC 6749, RFC 8628; spec 4.1): a code, and words for developers. */
export const oauthErrors = {
  invalidRequest: (description: string) => oauthError('invalid_request', description),
  invalidGrant: () => oauthError('invalid_grant', 'The grant is invalid, expired, used or revoked'),
  invalidScope: (description: string) => oauthError('invalid_scope', description),
  unsupportedGrantType: () =>
    oauthError('unsupported_grant_type', 'This grant_type is not supported'),
  authorizationPending: () =>
    oauthError('authorization_pending', 'The user has not decided yet: ask again'),
  slowDown: (interval: number) =>
    oauthError('slow_down', `Wait ${interval} seconds between two requests`),
  accessDenied: () => oauthError('access_denied', 'The user denied the request'),
  expiredToken: () => oauthError('expired_token', 'The device code has expired'),
  /** `basic`: the client used HTTP Basic, and gets its challenge. */
  invalidClient: (basic: boolean) =>
    new ApiError(401, 'invalid_client', {
      error_description: 'The client is unknown, or did not prove who it is',
      ...(basic && { headers: { 'www-authenticate': 'Basic realm="oauth"' } }),
    }),
  /** `retryAfter` in seconds. */
  tooManyRequests: (retryAfter: number) =>
    new ApiError(429, 'invalid_request', {
      error_description: 'Too many attempts',
      headers: { 'retry-after': String(retryAfter) },
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
