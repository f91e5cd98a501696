const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The host as every URL parser sees it: some take a backslash for a slash, and some for part of a user name. White space,
 * missing slashes and a missing host would be repaired silently.
 */
const plainHost = /^https?:\/\/[^/?#\\]+(?:[/?#]|$)/i;

/**
 * An absolute URL that a browser may be sent to: `https`, or `http` on the loopback interface, without
 * user name or password. Null for anything else.
 */
export function destination(text: string): URL | null {
  if (!plainHost.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  // A wildcard host, or one that would end its source in the Content-Security-Policy that will name it.
  if (/[*;,']/.test(url.hostname)) return null;
  if (url.username !== '' || url.password !== '') return null;
  const trusted = url.protocol === 'https:' || loopbackHosts.has(url.hostname);
  return trusted ? url : null;
}

/** The same for an address that is compared character by character: only as a URL is written (RFC 3986). */
export function writtenDestination(text: string): URL | null {
  return /^[\x21-\x5b\x5d-\x7e]*$/.test(text) ? destination(text) : null;
}

/** The origin in `text`, in its one spelling; null for anything that is not just an origin. */
export function redirectOrigin(text: string): string | null {
  const url = writtenDestination(text);
  if (url === null || url.pathname !== '/' || /[?#]/.test(text)) return null;
  return url.origin;
}
