/** The languages of pages, emails and documents, by their BCP 47 tags; the first is the one that binds. */
export const locales = ['en', 'es'] as const;

export type Locale = (typeof locales)[number];

/** The language of a page or an email's recipient. */
export interface Spoken {
  /** Absent: the language that binds. */
  readonly locale?: Locale;
}

/** In which language someone signed, and what they were shown in it. */
export interface ShownWords {
  readonly locale: Locale;
  /** SHA-256 of the sentence that they agreed to and of the digests of what it is about (decision 84), hexadecimal. */
  readonly sha256: string;
}

/** The binding language. It is also used for texts that another language lacks. */
export const bindingLocale = 'en' satisfies Locale;

/** A text as one of the languages; null for any other text. */
export function localeOf(tag: string | undefined): Locale | null {
  return locales.find((locale) => locale === tag) ?? null;
}
