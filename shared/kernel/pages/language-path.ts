import type { Locale } from '../domain/locale.ts';

/** Where a browser is told which language its reader wants. */
export const languagePath = '/language';

/** Where someone chooses a language, to be shown the page at `next` in it. */
export function toLanguage(to: Locale, next: `/${string}`): `/${string}` {
  return `${languagePath}?${new URLSearchParams({ to, next })}`;
}
