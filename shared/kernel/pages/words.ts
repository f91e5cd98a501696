import { bindingLocale, type Locale, type Spoken } from '../domain/locale.ts';

/** A text by language. Languages other than English can lack it; their readers then see English. */
export type Texts<T> = Readonly<Record<typeof bindingLocale, T> & Partial<Record<Locale, T>>>;

/**
 * Chooses the texts of a page, email or document by language. They are in `texts/` of each
 * capability, one file for each language; `npm run texts` joins the languages. A text with
 * parameters is a function.
 *
 * @example const say = words(invoicesPageTexts); say(site).title
 */
export function words<T extends object>(texts: Texts<T>): (reader: Spoken) => T {
  return ({ locale = bindingLocale }) => texts[locale] ?? texts[bindingLocale];
}
