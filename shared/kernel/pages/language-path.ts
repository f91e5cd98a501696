import type { Locale } from '../domain/locale.ts';

/** The address that sets the reader's language for their browser. */
export const languagePath = '/language';

/** Where someone chooses a language, to be shown the page at `next` in it. */
export function toLanguage(to: Locale, next: `/${string}`): `/${string}` {
  return `${languagePath}?${new URLSearchParams({ to, next })}`;
}
