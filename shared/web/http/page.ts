import { pageType } from '../../kernel/http/route.ts';
import type { Html } from '../../kernel/pages/html.ts';
import type { RawResponse } from './request.ts';
import { documentHeaders } from './security-headers.ts';

export interface PageOptions {
  /**
   * Origins to which the response to the page's form can redirect. Chromium also applies
   * `form-action` to redirects that follow a form.
   */
  readonly formAction?: readonly string[];
  /** URLs that the page shows in frames: their origins can be framed. */
  readonly frames?: readonly string[];
  /** Whether the page loads one of our script files. */
  readonly script?: boolean;
  /** The hash of the page's only inline script, in CSP syntax. */
  readonly ownScript?: string;
  /** The hash of the page's only inline style, in CSP syntax. */
  readonly ownStyle?: string;
}

/** Headers of every page, in addition to its CSP. */
export const pageHeaders = {
  'content-type': pageType,
  'cache-control': 'no-store',
  ...documentHeaders,
} as const;

/**
 * A URL's origin in CSP syntax, which has no notation for IPv6 addresses: for these it is the
 * scheme.
 */
export function cspSource(url: string): string {
  const { origin, hostname, protocol } = new URL(url);
  return hostname.startsWith('[') ? protocol : origin;
}

/**
 * The form targets for a response that redirects to a client: its own origin, and any to which the
 * client may redirect, such as from a broker to the application behind it, which we can't know in
 * advance.
 */
export function clientSources(redirectUri: string): readonly string[] {
  const local = new URL(redirectUri).protocol === 'http:';
  const onward = local ? ['http://localhost:*', 'http://127.0.0.1:*', 'https:'] : ['https:'];
  return [cspSource(redirectUri), ...onward];
}

/**
 * The response with a page: no script unless stated, no external content except frames, not in a
 * frame, never cached.
 */
export function page(
  statusCode: number,
  content: Html,
  { formAction = [], frames = [], script = false, ownScript, ownStyle }: PageOptions = {},
): RawResponse {
  return {
    statusCode,
    headers: {
      ...pageHeaders,
      'content-security-policy': [
        "default-src 'none'",
        ...(script ? ["script-src 'self'"] : []),
        ...(ownScript === undefined ? [] : [`script-src '${ownScript}'`]),
        `style-src 'self'${ownStyle === undefined ? '' : ` '${ownStyle}'`}`,
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

/**
 * Makes the browser submit the same form to another of our pages: 307 preserves method and body
 * (RFC 9110, 15.4.8).
 */
export function resend(url: string): RawResponse {
  return { ...redirect(url), statusCode: 307 };
}

/**
 * Redirects the browser after a form, so that a reload does not submit the form again.
 *
 * `url` is a path of ours or absolute. It is sent unchanged, unless it has characters that a header
 * can't contain: then it is encoded as a browser would.
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
