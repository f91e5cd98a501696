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
 * A `set-cookie` header: not readable by scripts, for this host only, sent when someone follows a
 * link to us but not with a form of another site.
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

/** Browsers only accept a `__Host-` cookie from this exact host over https. */
function cookieName(baseUrl: string, name: string): string {
  return isSecure(baseUrl) ? `__Host-${name}` : name;
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}

/** The name of the cookie with the CSRF token, which every form repeats. */
export const csrfCookie = 'registry_form';

/** 128 bits in base64url. */
const wellFormed = /^[\w-]{22}$/;

/** The cookie's value, if it is well-formed. */
export function csrfTokenOf(cookie: string | undefined): string | null {
  return cookie !== undefined && wellFormed.test(cookie) ? cookie : null;
}

/** A CSRF token for one browser: 128 random bits. */
export function newCsrfToken(random: (bytes: number) => Uint8Array): string {
  return Buffer.from(random(16)).toString('base64url');
}

/**
 * Rejects a form that was not sent by our own pages: its hidden field must equal the cookie, which
 * other sites can neither read nor set, and the browser must not report another site.
 *
 * Errors: 403, as a page that says what to do.
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
 * Our pages have the policy `no-referrer`, with which browsers send `Origin: null` with a form.
 * `Sec-Fetch-Site`, if present, decides.
 */
function isForeign(baseUrl: string, header: (name: string) => string | undefined): boolean {
  const site = header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const origin = header('origin');
  return origin !== undefined && origin !== 'null' && origin !== new URL(baseUrl).origin;
}

/** The cookie with the language chosen in this browser. */
export const localeCookie = 'registry_language';

/** Its lifetime in seconds. */
export const localeCookieAge = 365 * 86_400;

/**
 * The language of a page: the one chosen in this browser, or the one preferred by its
 * `Accept-Language` (RFC 9110, 12.5.4), or the binding language.
 */
export function localeOfRequest(header: ReadHeader, baseUrl: string): Locale {
  const chosen = localeOf(readCookie(header('cookie'), baseUrl, localeCookie));
  if (chosen !== null) return chosen;
  const accepted = header('accept-language');
  if (accepted === undefined) return bindingLocale;
  const headers = { 'accept-language': accepted };
  return localeOf(new Negotiator({ headers }).language([...locales])) ?? bindingLocale;
}
