import { ApiError, contended, type Violation, violated } from './api-error.ts';

const bearerChallenge = { 'www-authenticate': 'Bearer' };

/** The name of a refusal under maintenance, by which pages know it as well. */
export const maintenanceCode = 'service.maintenance';

/** What any call can be told: of its key or token, of its body, of its rate, and of the service. */
export const callMessages = {
  missingApiKey: () => new ApiError(401, 'Missing API key', { headers: bearerChallenge }), // 5.1
  invalidApiKey: () => new ApiError(401, 'Invalid API key', { headers: bearerChallenge }), // 5.1
  /** `scope`: what the key lacks; absent where no scope would help. */
  insufficientPermissions: (scope?: string) =>
    new ApiError(
      403,
      'Insufficient permissions',
      scope === undefined ? {} : { required_scope: scope },
    ), // 5.2
  missingToken: () => new ApiError(401, 'missing_token', { headers: bearerChallenge }), // 7.4
  invalidToken: () =>
    new ApiError(401, 'invalid_token', {
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    }), // 7.4
  /** On `/api/v1/me`; userinfo has its own (decisions 9). */
  missingScopes: (scope: string) =>
    new ApiError(401, `missing_scopes: ${scope}`, {
      headers: {
        'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
      },
    }), // 7.4
  standardKeyNotSupported: () =>
    new ApiError(403, 'Standard API keys are not supported on this endpoint'),
  integrationNotActive: () => new ApiError(403, 'Partner integration is not active.'),
  forbidden: () => new ApiError(403, 'Forbidden'), // operators, without an accepted signature
  notFound: () => new ApiError(404, 'Not found'),
  invalidBody: (details: readonly Violation[]) =>
    new ApiError(400, 'Invalid request body', violated(details)), // 2.1
  /** A field that the schema alone can't judge, such as one that names something that does not exist. */
  invalidField: (path: readonly (string | number)[], message: string) =>
    new ApiError(400, 'Invalid request body', { details: [{ code: 'custom', path, message }] }),
  invalidQuery: (details: readonly Violation[]) =>
    new ApiError(400, 'Invalid query parameters', violated(details)),
  invalidPagination: (details: readonly Violation[]) =>
    new ApiError(400, 'Invalid pagination parameters', violated(details)),
  missingParameter: (name: string, details: readonly Violation[]) =>
    new ApiError(400, `Missing \`${name}\` parameter`, violated(details)), // 4.9, 4.13
  invalidIdempotencyKey: (maxLength: number) =>
    new ApiError(400, `Idempotency-Key must have 1 to ${maxLength} characters`),
  idempotencyKeyReused: () =>
    new ApiError(409, 'This Idempotency-Key was used with another request body', {
      code: 'idempotency.key_reused',
    }),
  idempotencyInProgress: () =>
    new ApiError(409, 'The first request with this Idempotency-Key is still being processed', {
      code: 'idempotency.in_progress',
      headers: { 'retry-after': '1' },
    }),
  bodyTooLarge: () => new ApiError(413, 'Request body too large'),
  rateLimited: ({ perDay, perMinute }: { perDay: number; perMinute: number }) =>
    new ApiError(
      429,
      `Rate limit exceeded. Maximum ${perDay} calls per day, ${perMinute} calls per minute.`,
    ), // 8
  /** A Partner Key; `retryAfter` in seconds. */
  partnerRateLimited: (perMinute: number, retryAfter: number) =>
    new ApiError(429, `Rate limit exceeded. Maximum ${perMinute} calls per minute.`, {
      headers: { 'retry-after': String(retryAfter) },
    }),
  /** Signing in, and what else is counted by address; `retryAfter` in seconds. */
  tooManyAttempts: (retryAfter: number) =>
    new ApiError(429, 'Too many attempts', { headers: { 'retry-after': String(retryAfter) } }),
  formSentBefore: () =>
    new ApiError(409, 'This form was already sent', { code: 'form.sent_before' }),
  contended,
  /** The table had no room for the request: throttled, or its items held by others; nothing was done. */
  busy: () =>
    new ApiError(503, 'The service is busy. Try again.', { headers: { 'retry-after': '3' } }),
  /** Writes are refused on purpose; nothing was done. `retryAfter` in seconds. */
  maintenance: (retryAfter: number) =>
    new ApiError(503, 'The service is under maintenance and accepts no changes. Try again later.', {
      code: maintenanceCode,
      headers: { 'retry-after': String(retryAfter) },
    }),
  guideNotFound: () => new ApiError(404, 'Documentation page not found'),
};
