import Negotiator from 'negotiator';
import { bindingLocale, type Locale, localeOf, locales } from '../../kernel/domain/locale.ts';
import { readCookie } from './cookies.ts';
import type { ReadHeader } from './header.ts';

/** The cookie that remembers which language somebody has chosen in this browser. */
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
