import type { APIGatewayProxyResult } from 'aws-lambda';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { documentationOf } from '../../kernel/domain/product.ts';
import { type RateUse, tightestWindow, type WindowUse } from '../../kernel/domain/rate-window.ts';
import type { ErrorExtras } from '../../kernel/errors/api-error.ts';
import type { RawResponse } from './request.ts';

/** A JSON response that must not be cached. */
export function json(
  statusCode: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyResult {
  return {
    statusCode,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
}

/** A JSON response from the logic of a page. The headers of these responses are all strings. */
export function rawJson({ statusCode, headers, body }: APIGatewayProxyResult): RawResponse {
  const texts = Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]);
  return { statusCode, headers: Object.fromEntries(texts), body };
}

/**
 * The envelope of every error response (spec 2.1). An error with a code links to its documentation.
 * `publicUrl` is this deployment's base URL; without it the link is omitted.
 */
export function errorResponse(
  status: number,
  message: string,
  requestId: string,
  { headers, ...extras }: ErrorExtras = {},
  { publicUrl }: Pick<CoreDeps, 'publicUrl'> = {},
): APIGatewayProxyResult {
  const about = extras.required_scope === undefined ? extras.code : 'required_scope';
  const documentation =
    about !== undefined && publicUrl !== undefined
      ? { documentation: documentationOf(about, publicUrl) }
      : {};
  return json(status, { error: message, ...extras, ...documentation, requestId }, headers);
}

const lengthSeconds: Record<WindowUse['name'], number> = { minute: 60, day: 86_400 };

/**
 * `RateLimit-Policy` and `RateLimit` (IETF draft "RateLimit header fields for HTTP") for both
 * windows, and the older `X-RateLimit-*` for the one with the fewest calls left; `-Reset` is in
 * Unix seconds.
 */
export function rateHeaders(use: RateUse, now: number): Record<string, string> {
  const windows = [use.minute, use.day];
  const tightest = tightestWindow(use);
  return {
    'ratelimit-policy': windows
      .map(({ name, limit }) => `"${name}";q=${limit};w=${lengthSeconds[name]}`)
      .join(', '),
    ratelimit: windows
      .map(
        ({ name, remaining, resetAt }) =>
          `"${name}";r=${remaining};t=${Math.max(0, Math.ceil((resetAt - now) / 1000))}`,
      )
      .join(', '),
    'x-ratelimit-limit': String(tightest.limit),
    'x-ratelimit-remaining': String(tightest.remaining),
    'x-ratelimit-reset': String(Math.ceil(tightest.resetAt / 1000)),
  };
}
