/**
 * The CSP of a response that is not a page of ours: the browser can display it, and nothing else.
 */
const inert = [
  "default-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/**
 * Headers of every response, unless it has its own (the rules of Mozilla's HTTP Observatory). Pages
 * of other origins can't embed a response; scripts that are allowed use CORS, which this does not
 * affect.
 */
export const securityHeaders = {
  'content-security-policy': inert,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  // Browsers ignore it over http, as on a local server.
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/**
 * Also on our own documents. Not on redirects: there it would break a sign-in in a popup that only
 * passes through our service.
 */
export const documentHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Marks every response of a sandbox. */
export function sandboxHeaders(isSandbox: boolean | undefined): { readonly sandbox?: 'true' } {
  return isSandbox === true ? { sandbox: 'true' } : {};
}

/** The headers of a response, completed with missing ones. */
export function secured<T extends string | number | boolean>({
  statusCode,
  headers,
}: {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, T>> | undefined;
}): Record<string, T | string> {
  const { 'x-frame-options': _, ...ofRedirects } = securityHeaders;
  // Browsers may apply that one before they follow the redirect, and a client may sign in silently
  // in a frame on its own site.
  const isRedirect = statusCode === 303 || statusCode === 307;
  return { ...(isRedirect ? ofRedirects : securityHeaders), ...headers };
}

/** Headers that scripts of other origins can read, in addition to the default ones. */
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
 * Headers that let scripts of any origin read a response, without cookies. These routes never read
 * one.
 */
export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed.join(', '),
} as const;

/** The same headers without those for scripts of other origins. */
export function withoutCrossOrigin<T>(
  headers: Readonly<Record<string, T>> = {},
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !Object.hasOwn(crossOriginHeaders, name)),
  );
}

/** How long a browser caches a preflight response, in seconds; Chromium's maximum. */
const preflightAge = 7_200;

/** Headers of the response (204) to a CORS preflight, on a path with these methods. */
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
