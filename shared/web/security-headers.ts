/** What a browser may do with an answer that is no page of ours: show it, and nothing else. */
const inert = [
  "default-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/**
 * Headers of every answer, unless it has its own (the rules of Mozilla's HTTP Observatory). No page of another origin
 * gets at an answer by a tag; scripts that are let in ask with CORS, which this does not concern.
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
 * Besides, on what is a document of ours. Not on redirects: to be cut off from its opener there would end a sign-in in
 * another window that needs no page of ours.
 */
export const documentHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** The headers of an answer, with those that it lacks. */
export function secured<T extends string | number | boolean>({
  statusCode,
  headers,
}: {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, T>> | undefined;
}): Record<string, T | string> {
  const { 'x-frame-options': _, ...ofRedirects } = securityHeaders;
  // Browsers may judge that one before they follow, and a client may ask silently in a frame of its own site.
  const isRedirect = statusCode === 303 || statusCode === 307;
  return { ...(isRedirect ? ofRedirects : securityHeaders), ...headers };
}
