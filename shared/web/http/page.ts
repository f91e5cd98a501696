import { pageType } from '../../kernel/http/route.ts';
import type { Html } from '../../kernel/pages/html.ts';
import type { RawResponse } from './request.ts';
import { documentHeaders } from './security-headers.ts';

export interface PageOptions {
  /**
   * Origins that the answer to the page's form may lead to. Chromium applies `form-action` to the
   * redirects that follow a form as well.
   */
  readonly formAction?: readonly string[];
  /** URLs that the page shows in frames: their origins may be framed. */
  readonly frames?: readonly string[];
  /** Whether the page has a script, which is a file of our own. */
  readonly script?: boolean;
  /** The digest of the one script that is in the page itself, as a policy names it. */
  readonly ownScript?: string;
}

/** Headers of every page, beside its content security policy. */
export const pageHeaders = {
  'content-type': pageType,
  'cache-control': 'no-store',
  ...documentHeaders,
} as const;

/**
 * A URL's origin as a policy names it. The policy has no notation for IPv6 addresses: there it is the
 * scheme.
 */
export function cspSource(url: string): string {
  const { origin, hostname, protocol } = new URL(url);
  return hostname.startsWith('[') ? protocol : origin;
}

/**
 * Where a form whose answer leads to a client may go: there, and anywhere the client redirects, such as from a broker
 * to the application behind it, which we can't know in advance.
 */
export function clientSources(redirectUri: string): readonly string[] {
  const local = new URL(redirectUri).protocol === 'http:';
  const onward = local ? ['http://localhost:*', 'http://127.0.0.1:*', 'https:'] : ['https:'];
  return [cspSource(redirectUri), ...onward];
}

/** The answer with a page: no script unless it says so, nothing from elsewhere but what it frames, in no frame, never cached. */
export function page(
  statusCode: number,
  content: Html,
  { formAction = [], frames = [], script = false, ownScript }: PageOptions = {},
): RawResponse {
  return {
    statusCode,
    headers: {
      ...pageHeaders,
      'content-security-policy': [
        "default-src 'none'",
        ...(script ? ["script-src 'self'"] : []),
        ...(ownScript === undefined ? [] : [`script-src '${ownScript}'`]),
        "style-src 'self'",
        "img-src 'self' data:",
        ...(frames.length > 0 ? [['frame-src', ...new Set(frames.map(cspSource))].join(' ')] : []),
        ["form-action 'self'", ...formAction].join(' '),
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ].join('; '),
    },
    body: String(content),
  };
}

/** Has the browser send the very form that it has sent to another page of our own: 307 keeps method and body (RFC 9110, 15.4.8). */
export function resend(url: string): RawResponse {
  return { ...redirect(url), statusCode: 307 };
}

/**
 * Sends the browser on after a form, so that a reload does not send the form again.
 *
 * `url` is a path of our own, or absolute. It is sent as it is, unless it has characters that a header can't have:
 * then it is encoded as a browser would.
 */
export function redirect(url: string): RawResponse {
  return {
    statusCode: 303,
    headers: {
      location: /^[\x21-\x7e]+$/.test(url) ? url : new URL(url).href,
      'cache-control': 'no-store',
    },
    body: '',
  };
}
