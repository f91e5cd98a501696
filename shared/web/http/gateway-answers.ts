import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { crossOriginHeaders, securityHeaders } from './security-headers.ts';

/** Responses of the gateway itself, without a function. */
export interface GatewayAnswer {
  readonly status: number;
  readonly error: string;
  readonly code?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error message, as the gateway's templates contain it. */
function answerOf(
  { status, error, code }: ErrorCase,
  headers?: Readonly<Record<string, string>>,
): GatewayAnswer {
  return { status, error, code, ...(headers && { headers }) };
}

/** The envelope of such a response. */
export function gatewayBody({ error, code }: GatewayAnswer, requestId: string): string {
  return JSON.stringify({ error, code, requestId });
}

const badRequest = answerOf(apiErrors.badRequest);
const forbidden = answerOf(apiErrors.forbidden);
const notFound = answerOf(apiErrors.notFound);
const internal = answerOf(apiErrors.internalError);
/**
 * Also the response if a function or the authorizer has no capacity. AWS documents that API Gateway
 * turns Lambda's 429 into a 500, but not under which of these names; a later attempt may succeed.
 */
const unavailable = { ...internal, headers: { 'retry-after': '3' } };

/**
 * The gateway's own responses, by API Gateway's name for the cause, in the service's envelope (spec
 * 2.1).
 *
 * Used by CDK and the local gateway. The table has every cause: for a missing one AWS's own text
 * would be sent.
 */
export const gatewayAnswers = {
  ACCESS_DENIED: forbidden,
  API_CONFIGURATION_ERROR: unavailable,
  AUTHORIZER_CONFIGURATION_ERROR: internal,
  AUTHORIZER_FAILURE: unavailable,
  BAD_REQUEST_BODY: answerOf(apiErrors.invalidBody),
  // A requirement of requests for unknown routes, which none of them meets (lib/unknown-routes.ts).
  BAD_REQUEST_PARAMETERS: notFound,
  DEFAULT_4XX: badRequest,
  DEFAULT_5XX: unavailable,
  EXPIRED_TOKEN: forbidden,
  INTEGRATION_FAILURE: unavailable,
  INTEGRATION_TIMEOUT: internal,
  // The gateway key, which callers never see, is missing through a fault of ours.
  INVALID_API_KEY: internal,
  INVALID_SIGNATURE: forbidden,
  // API Gateway's name for an unknown path or method, and for an operator's call without a
  // signature.
  MISSING_AUTHENTICATION_TOKEN: notFound,
  // Only for keys with the contract's limits or lower ones: other plans have no quota.
  QUOTA_EXCEEDED: {
    ...answerOf(apiErrors.registryRateLimited),
    headers: { 'retry-after': '3600' },
  },
  REQUEST_TOO_LARGE: answerOf(apiErrors.bodyTooLarge),
  RESOURCE_NOT_FOUND: notFound,
  // The limit of a usage plan, the stage or the account, on any route: a key's own limits are
  // counted by the function, which names them.
  THROTTLED: answerOf(apiErrors.gatewayThrottled, apiErrors.gatewayThrottled().extras.headers),
  UNAUTHORIZED: forbidden,
  // Functions accept every type: only unknown routes accept none.
  UNSUPPORTED_MEDIA_TYPE: notFound,
  WAF_FILTERED: forbidden,
} as const satisfies Record<string, GatewayAnswer>;

/**
 * Headers of each of these responses. The gateway has one response for all paths: scripts of other
 * origins can read it, even on paths closed to them, because it reveals nothing about the caller.
 */
export const gatewayHeaders = {
  'cache-control': 'no-store',
  ...securityHeaders,
  // An empty source list means 'none', and avoids quotes, which would be nested here.
  'content-security-policy': 'default-src; form-action; frame-ancestors; base-uri',
  ...crossOriginHeaders,
} as const;
