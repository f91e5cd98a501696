/** Headers that scripts of other origins may read, besides those that they always may. */
const exposed = [
  'Deprecation',
  'DPoP-Nonce',
  'ETag',
  'Link',
  'Retry-After',
  'Sandbox',
  'WWW-Authenticate',
  'X-Request-Id',
];

/**
 * Headers that let scripts of any origin read an answer. Never with credentials: no cookie is looked at on
 * these routes.
 */
export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed.join(', '),
} as const;

/** The same headers without those that let scripts of other origins read the answer. */
export function withoutCrossOrigin<T>(
  headers: Readonly<Record<string, T>> = {},
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !Object.hasOwn(crossOriginHeaders, name)),
  );
}

/** For how long a browser caches the answer to a preflight, in seconds; Chromium's maximum. */
const preflightAge = 7_200;

/** Headers of the answer (204) to a CORS preflight, on a path with these methods. */
export function preflightHeaders(methods: readonly string[]): Readonly<Record<string, string>> {
  const allowed = methods
    .toSorted()
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': allowed.join(', '),
    'access-control-allow-headers': 'Authorization, Content-Type, DPoP, If-None-Match',
    'access-control-max-age': String(preflightAge),
  };
}
