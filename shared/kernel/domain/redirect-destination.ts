const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * A host on which all URL parsers agree: some treat a backslash as a slash, and some as part of a
 * user name. Parsers would silently repair white space, missing slashes and a missing host.
 */
const plainHost = /^https?:\/\/[^/?#\\]+(?:[/?#]|$)/i;

/**
 * An absolute URL to which a browser can be sent: `https`, or `http` on the loopback interface,
 * without user name and password. Null for any other text.
 */
export function destination(text: string): URL | null {
  if (!plainHost.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  // A wildcard host, or one that would break out of the source list of the Content-Security-Policy.
  if (/[*;,']/.test(url.hostname)) return null;
  if (url.username !== '' || url.password !== '') return null;
  const trusted = url.protocol === 'https:' || loopbackHosts.has(url.hostname);
  return trusted ? url : null;
}

/**
 * The same for a URL that is compared character by character: it must be written as its parsed form
 * (RFC 3986).
 */
export function writtenDestination(text: string): URL | null {
  return /^[\x21-\x5b\x5d-\x7e]*$/.test(text) ? destination(text) : null;
}

/** The origin in `text` in canonical form; null unless the text is just an origin. */
export function redirectOrigin(text: string): string | null {
  const url = writtenDestination(text);
  if (url === null || url.pathname !== '/' || /[?#]/.test(text)) return null;
  return url.origin;
}
