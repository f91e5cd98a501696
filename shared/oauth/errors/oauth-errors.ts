import { defineError } from '../../kernel/errors/api-error.ts';
import type { GrantType } from '../domain/client-metadata.ts';
import { clientFailures } from '../domain/client-secrets.ts';

// The errors of OAuth's own endpoints (RFC 6749, RFC 8628; spec 4.1): the standard's code in
// `error`, and a description for developers. They have no code of ours.

const describedBy = (description: string) => ({ error_description: description });

export const invalidRequest = defineError({ status: 400, error: 'invalid_request' }, describedBy);

export const invalidGrant = defineError(
  {
    status: 400,
    error: 'invalid_grant',
    when: 'The code or token is unknown, used, expired or revoked, or the redirect URI or verifier differs.',
  },
  () => describedBy('The grant is invalid, expired, used or revoked. Start a new sign-in.'),
);

/** RFC 6749, sections 4.1.2.1 and 5.2. */
export const unauthorizedClient = defineError(
  {
    status: 400,
    error: 'unauthorized_client',
    when: 'The client did not register for this grant type.',
  },
  (grant: GrantType) => describedBy(`The client is not registered for ${grant}`),
);

/** Another resource than that of the grant (RFC 8707). */
export const invalidTarget = defineError(
  { status: 400, error: 'invalid_target' },
  (baseUrl: string) =>
    describedBy(`Send the resource that the grant is for: ${baseUrl}/api/v1 or ${baseUrl}/mcp`),
);

export const invalidScope = defineError({ status: 400, error: 'invalid_scope' }, describedBy);

export const unsupportedGrantType = defineError(
  { status: 400, error: 'unsupported_grant_type' },
  () => describedBy('This grant_type is not supported'),
);

export const authorizationPending = defineError(
  { status: 400, error: 'authorization_pending', when: 'The user has not decided yet.' },
  () => describedBy('The user has not decided yet. Try again later.'),
);

export const slowDown = defineError(
  {
    status: 400,
    error: 'slow_down',
    when: 'The device polls too often. Wait five seconds longer between requests.',
  },
  (interval: number) => describedBy(`Wait ${interval} seconds between two requests`),
);

export const accessDenied = defineError({ status: 400, error: 'access_denied' }, () =>
  describedBy('The user denied the request'),
);

export const expiredToken = defineError({ status: 400, error: 'expired_token' }, () =>
  describedBy('The device code has expired'),
);

/** RFC 9449, section 5. */
export const invalidProof = defineError({ status: 400, error: 'invalid_dpop_proof' }, () =>
  describedBy('The DPoP proof is missing, not valid, too old or was used before'),
);

/** RFC 9449, section 8. */
export const useNonce = defineError(
  {
    status: 400,
    error: 'use_dpop_nonce',
    when: 'The proof has no current nonce. Use the one in `DPoP-Nonce`.',
  },
  (nonce: string) => ({
    error_description: 'The DPoP proof needs the nonce from this response',
    headers: { 'dpop-nonce': nonce },
  }),
);

/** RFC 7591, section 3.2.2. */
export const invalidMetadata = defineError(
  {
    status: 400,
    error: 'invalid_client_metadata',
    when: 'The metadata is malformed or contradictory, or the registration token allows none of the requested scopes.',
  },
  describedBy,
);

export const invalidRedirectUri = defineError(
  {
    status: 400,
    error: 'invalid_redirect_uri',
    when: 'A redirect URI is missing or not valid.',
  },
  describedBy,
);

/** For an initial access token (RFC 6750, section 3.1). */
export const invalidRegistrationToken = defineError(
  {
    status: 401,
    error: 'invalid_token',
    when: 'The token is missing, unknown, used up, expired or revoked.',
  },
  () => ({
    error_description: 'The initial access token is missing, unknown, used up, expired or revoked',
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  }),
);

export const registrationClosed = defineError(
  {
    status: 404,
    error: 'registration_not_supported',
    when: 'This deployment does not allow self-registration.',
  },
  () => describedBy('Self-registration is disabled. Ask the operators to register your client.'),
);

/** `basic`: the client used HTTP Basic, so the response has its challenge. */
export const invalidClient = defineError(
  {
    status: 401,
    error: 'invalid_client',
    when: 'The client is unknown or disabled, or did not authenticate.',
  },
  (basic: boolean) => ({
    error_description: 'The client is unknown or failed to authenticate',
    ...(basic && { headers: { 'www-authenticate': 'Basic realm="oauth"' } }),
  }),
);

/** `retryAfter` in seconds. */
export const tooManyRequests = defineError(
  {
    status: 429,
    error: 'invalid_request',
    when: `A client failed more than ${clientFailures.max} times from one network within five minutes.`,
  },
  (retryAfter: number) => ({
    error_description: 'Too many attempts',
    headers: { 'retry-after': String(retryAfter) },
  }),
);

/**
 * For a token whose owner has lost their mailbox; it is valid again after the case. RFC 6750,
 * section 3.1, has no better code.
 */
export const suspendedAccount = defineError({ status: 401, error: 'invalid_token' }, () => ({
  error_description: 'The account is suspended until its lost mailbox case is closed',
  headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
}));

/** Only for a valid token without the required scope. */
export const insufficientScope = defineError(
  { status: 403, error: 'insufficient_scope' },
  (scope: string) => ({
    error_description: `The access token needs the scope ${scope}`,
    headers: {
      'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
    },
  }),
);

// The errors of the authorization endpoints when they can't redirect the browser (RFC 6749, section
// 4.1.2.1; RFC 9101, section 7; RFC 9126, section 2.3).

/**
 * A request refused with one of the standards' codes, with the description of the authorization
 * endpoint.
 */
export const refusedRequest = (error: string) => defineError({ status: 400, error }, describedBy);

export const missingParameters = refusedRequest('missing_parameters');

export const unknownClient = refusedRequest('invalid_client');

export const invalidRequestUri = refusedRequest('invalid_request_uri');

export const invalidRequestObject = refusedRequest('invalid_request_object');

export const unsupportedResponseType = refusedRequest('unsupported_response_type');

// Maps errors of lower layers, which have messages, to OAuth's codes.

export const internalError = defineError({ status: 500, error: 'internal_server_error' });

export const unavailable = defineError({ status: 503, error: 'temporarily_unavailable' });
