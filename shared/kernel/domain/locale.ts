/** The languages of pages, emails and documents (BCP 47); the first is the legally binding one. */
export const locales = ['en', 'es'] as const;

export type Locale = (typeof locales)[number];

/** The language of a page or an email's recipient, and the time zone that pages and printouts show beside UTC. */
export interface Localized {
  /** Default: the binding language. */
  readonly locale?: Locale;
  /** The jurisdiction's IANA time zone; default: UTC only. */
  readonly timeZone?: string | undefined;
}

/** The language in which a person signed, and a digest of the text shown. */
export interface ShownText {
  readonly locale: Locale;
  /**
   * SHA-256 of the agreed sentence and of the digests of the signed texts, in hexadecimal. It does not
   * cover the whole page: its form token and layout can't be reproduced later.
   */
  readonly sha256: string;
}

/** The binding language, also used for texts that are missing in another language. */
export const bindingLocale = 'en' satisfies Locale;

/** The language with this tag; null if it is none of ours. */
export function localeOf(tag: string | undefined): Locale | null {
  return locales.find((locale) => locale === tag) ?? null;
}
