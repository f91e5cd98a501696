/** What a browser may do with an answer that is not a page of our own: show it, and nothing else. */
const inert = [
  "default-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/**
 * Headers of every answer, unless it has its own (the rules of Mozilla's HTTP Observatory). No page of another
 * origin can load an answer by a tag; scripts that are allowed use CORS, which this does not affect.
 */
export const securityHeaders = {
  'content-security-policy': inert,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  // Over http, as on a laptop, browsers ignore it.
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/**
 * Also on our own documents. Not on redirects: cutting a window off from its opener there would break a sign-in
 * in another window that shows no page of our own.
 */
export const documentHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** What every answer of a sandbox says of itself. */
export function sandboxHeaders(isSandbox: boolean | undefined): { readonly sandbox?: 'true' } {
  return isSandbox === true ? { sandbox: 'true' } : {};
}

/** The headers of an answer, completed with those that it lacks. */
export function secured<T extends string | number | boolean>({
  statusCode,
  headers,
}: {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, T>> | undefined;
}): Record<string, T | string> {
  const { 'x-frame-options': _, ...ofRedirects } = securityHeaders;
  // Browsers may apply that one before they follow the redirect, and a client may sign in silently in a frame
  // on its own site.
  const isRedirect = statusCode === 303 || statusCode === 307;
  return { ...(isRedirect ? ofRedirects : securityHeaders), ...headers };
}

/** Headers that scripts of other origins may read, in addition to those that they always may. */
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
 * Headers that let scripts of any origin read an answer, without cookies. These routes never read one.
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
