import { parse, serialize } from 'hono/utils/cookie';
import Negotiator from 'negotiator';
import { isSameSecret } from '../../kernel/auth/seal.ts';
import { bindingLocale, type Locale, localeOf, locales } from '../../kernel/domain/locale.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { FormValues } from '../../kernel/http/form.ts';
import { csrfField } from '../../kernel/pages/form.ts';
import type { ReadHeader } from './request.ts';

interface CookieOptions {
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
 * A `set-cookie` header: unreadable to scripts, for this host only, sent along when someone follows a
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

/** Name of the cookie that holds the value which every form repeats. */
export const csrfCookie = 'registry_form';

/** 128 bits in base64url. */
const wellFormed = /^[\w-]{22}$/;

/** The cookie's value, if it can be one of our own. */
export function csrfTokenOf(cookie: string | undefined): string | null {
  return cookie !== undefined && wellFormed.test(cookie) ? cookie : null;
}

/** A token for the forms of one browser: 128 random bits. */
export function newCsrfToken(random: (bytes: number) => Uint8Array): string {
  return Buffer.from(random(16)).toString('base64url');
}

/**
 * Refuses a form that one of our own pages did not send: its hidden field must repeat the cookie, which
 * other sites can neither read nor set, and the browser must not call it another site's.
 *
 * Errors: 403, which the reader sees as a page that says what to do.
 */
export function verifyForm(
  values: FormValues,
  token: string | null,
  baseUrl: string,
  header: (name: string) => string | undefined,
): void {
  const sent = values[csrfField];
  const matches = token !== null && typeof sent === 'string' && isSameSecret(sent, token);
  if (!matches || isForeign(baseUrl, header)) {
    throw apiErrors.foreignForm();
  }
}

/**
 * Our pages have the policy `no-referrer`, under which browsers send `Origin: null` with a form, which says
 * nothing. `Sec-Fetch-Site`, where there is one, decides.
 */
function isForeign(baseUrl: string, header: (name: string) => string | undefined): boolean {
  const site = header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const origin = header('origin');
  return origin !== undefined && origin !== 'null' && origin !== new URL(baseUrl).origin;
}

/** The cookie that remembers which language someone has chosen in this browser. */
export const localeCookie = 'registry_language';

/** Seconds for which a browser remembers it. */
export const localeCookieAge = 365 * 86_400;

/**
 * The language of a page: the one that was chosen in this browser, or the one that its `Accept-Language`
 * prefers (RFC 9110, 12.5.4), or the one that binds.
 */
export function localeOfRequest(header: ReadHeader, baseUrl: string): Locale {
  const chosen = localeOf(readCookie(header('cookie'), baseUrl, localeCookie));
  if (chosen !== null) return chosen;
  const accepted = header('accept-language');
  if (accepted === undefined) return bindingLocale;
  const headers = { 'accept-language': accepted };
  return localeOf(new Negotiator({ headers }).language([...locales])) ?? bindingLocale;
}
