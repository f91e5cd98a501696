import { parse, serialize } from 'hono/utils/cookie';

export interface CookieOptions {
  /** Seconds until it expires; absent: when the browser is closed; 0 deletes it. */
  readonly maxAge?: number;
}

/** The value of one of our cookies in a `cookie` header. */
export function readCookie(
  cookieHeader: string | undefined,
  baseUrl: string,
  name: string,
): string | undefined {
  const fullName = cookieName(baseUrl, name);
  return parse(cookieHeader ?? '', fullName)[fullName];
}

/**
 * A `set-cookie` header: unreadable to scripts, for this host only, sent along when somebody follows a
 * link to us but not with another site's form.
 */
export function writeCookie(
  baseUrl: string,
  name: string,
  value: string,
  { maxAge }: CookieOptions = {},
): string {
  return serialize(cookieName(baseUrl, name), value, {
    path: '/',
    httpOnly: true,
    secure: isSecure(baseUrl),
    sameSite: 'Lax',
    ...(maxAge !== undefined && { maxAge }),
  });
}

/** Browsers take a `__Host-` cookie from this very host over https only. */
function cookieName(baseUrl: string, name: string): string {
  return isSecure(baseUrl) ? `__Host-${name}` : name;
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
