import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { crossOriginHeaders, securityHeaders } from './security-headers.ts';

/** Answers of the gateway itself, without a function. */
export interface GatewayAnswer {
  readonly status: number;
  readonly error: string;
  readonly code?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error in words, as the gateway's templates have it. */
function answerOf(
  { status, error, code }: ErrorCase,
  headers?: Readonly<Record<string, string>>,
): GatewayAnswer {
  return { status, error, code, ...(headers && { headers }) };
}

/** The envelope of such an answer. */
export function gatewayBody({ error, code }: GatewayAnswer, requestId: string): string {
  return JSON.stringify({ error, code, requestId });
}

const badRequest = answerOf(apiErrors.badRequest);
const forbidden = answerOf(apiErrors.forbidden);
const notFound = answerOf(apiErrors.notFound);
const internal = answerOf(apiErrors.internalError);
/**
 * Also the answer if a function, or the authorizer, has no capacity. AWS documents that API Gateway makes a 500 of Lambda's 429,
 * but not under which of these names; a later attempt may succeed.
 */
const unavailable = { ...internal, headers: { 'retry-after': '3' } };

/**
 * The gateway's own answers by API Gateway's name for their cause, in the service's envelope (spec 2.1).
 *
 * For CDK and the local gateway alike. The table has every cause: a missing one would be answered in AWS's
 * words.
 */
export const gatewayAnswers = {
  ACCESS_DENIED: forbidden,
  API_CONFIGURATION_ERROR: unavailable,
  AUTHORIZER_CONFIGURATION_ERROR: internal,
  AUTHORIZER_FAILURE: unavailable,
  BAD_REQUEST_BODY: answerOf(apiErrors.invalidBody),
  // What is asked of a request for no row of our own, and never there (lib/unknown-routes.ts).
  BAD_REQUEST_PARAMETERS: notFound,
  DEFAULT_4XX: badRequest,
  DEFAULT_5XX: unavailable,
  EXPIRED_TOKEN: forbidden,
  INTEGRATION_FAILURE: unavailable,
  INTEGRATION_TIMEOUT: internal,
  // The key is one of API Gateway's, which callers never see: it is missing by a fault of our own.
  INVALID_API_KEY: internal,
  INVALID_SIGNATURE: forbidden,
  // API Gateway's name for a path or method that it does not know, and for an operator's call without signature.
  MISSING_AUTHENTICATION_TOKEN: notFound,
  // Only of keys with the contract's limits, or lower ones: other plans have no quota.
  QUOTA_EXCEEDED: {
    ...answerOf(apiErrors.registryRateLimited),
    headers: { 'retry-after': '3600' },
  },
  REQUEST_TOO_LARGE: answerOf(apiErrors.bodyTooLarge),
  RESOURCE_NOT_FOUND: notFound,
  // A usage plan's, the stage's or the account's own, on whatever route: the limits of a key are counted by the
  // function, which names them.
  THROTTLED: answerOf(apiErrors.gatewayThrottled, apiErrors.gatewayThrottled().extras.headers),
  UNAUTHORIZED: forbidden,
  // Functions take every type: only what stands where there is no row takes none.
  UNSUPPORTED_MEDIA_TYPE: notFound,
  WAF_FILTERED: forbidden,
} as const satisfies Record<string, GatewayAnswer>;

/**
 * Headers of each of these answers. The gateway has one answer for all paths: scripts of other origins may read it,
 * also on paths closed to them, because it says nothing about the caller.
 */
export const gatewayHeaders = {
  'cache-control': 'no-store',
  ...securityHeaders,
  // An empty list of sources means 'none', and needs no quotes: here they would be nested in others.
  'content-security-policy': 'default-src; form-action; frame-ancestors; base-uri',
  ...crossOriginHeaders,
} as const;
