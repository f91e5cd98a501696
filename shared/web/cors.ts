/** What of an answer scripts of other origins may read, beside what they always may. */
const exposed = ['Deprecation', 'Link', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'];

/**
 * Headers that let scripts of any origin read an answer. Never with credentials: no cookie counts where they
 * are sent.
 */
export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed.join(', '),
} as const;

/** For how long a browser keeps the answer to its question, in seconds; Chromium takes no more. */
const preflightAge = 7_200;

/**
 * Headers of the answer (204) to a browser's question before a call of another origin, on a path that takes
 * these methods.
 */
export function preflightHeaders(methods: readonly string[]): Readonly<Record<string, string>> {
  const allowed = methods
    .toSorted()
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': allowed.join(', '),
    'access-control-allow-headers': 'Authorization, Content-Type',
    'access-control-max-age': String(preflightAge),
  };
}
