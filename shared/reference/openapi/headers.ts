import { isRevalidated, type Route } from '../../kernel/http/route.ts';
import type { Header, Reference } from './document.ts';

/** Headers of answers, by the name of their component. */
export const headers: Readonly<Record<string, Header>> = {
  RateLimitPolicy: {
    description: 'Both limits: calls (`q`) and the length of the window in seconds (`w`).',
    schema: { type: 'string' },
    example: '"minute";q=50;w=60, "day";q=5000;w=86400',
  },
  RateLimit: {
    description: 'For both windows: calls left (`r`) and seconds until it starts again (`t`).',
    schema: { type: 'string' },
    example: '"minute";r=49;t=30, "day";r=4999;t=52230',
  },
  XRateLimitLimit: {
    description: 'Calls in the window that has the fewest left.',
    schema: { type: 'integer' },
    example: 50,
  },
  XRateLimitRemaining: {
    description: 'Calls left in that window.',
    schema: { type: 'integer' },
    example: 49,
  },
  XRateLimitReset: {
    description: 'When that window starts again, in Unix seconds.',
    schema: { type: 'integer' },
    example: 1768555860,
  },
  RetryAfter: {
    description: 'Seconds until you can try again.',
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  IdempotencyReplayed: {
    description: '`true` if this is the stored response to an earlier call with the same key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  ETag: {
    description:
      'Identifies this version of the response. Send it in `If-None-Match` to get 304 while nothing has changed. Responses with document links have none, because the links expire.',
    schema: { type: 'string' },
    example: '"pGq3v0cXnFvQm1dKz8TsbA"',
  },
  WwwAuthenticate: {
    description: 'The kind of credential that the service expects.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
};

const rateLimits = {
  'RateLimit-Policy': component('RateLimitPolicy'),
  RateLimit: component('RateLimit'),
  'X-RateLimit-Limit': component('XRateLimitLimit'),
  'X-RateLimit-Remaining': component('XRateLimitRemaining'),
  'X-RateLimit-Reset': component('XRateLimitReset'),
};

/** Answers that come before the call is counted, or because it could not be. */
const uncounted: ReadonlySet<number> = new Set([401, 403, 500, 503]);

/** Headers of one answer of a row. */
export function headersOf(route: Route, status: number): Readonly<Record<string, Reference>> {
  return {
    ...(route.limit === 'registry' && !uncounted.has(status) && rateLimits),
    ...((status === 429 || status === 503) && { 'Retry-After': component('RetryAfter') }),
    ...(status === 401 && { 'WWW-Authenticate': component('WwwAuthenticate') }),
    ...((status === 200 || status === 304) && isRevalidated(route) && { ETag: component('ETag') }),
    ...(status === 200 &&
      route.idempotent && { 'Idempotency-Replayed': component('IdempotencyReplayed') }),
  };
}

function component(name: string): Reference {
  return { $ref: `#/components/headers/${name}` };
}
