import { bindingLocale, type Locale, type Localized } from '../domain/locale.ts';

/** A text by language. Languages other than English can lack it; their readers then see English. */
export type Texts<T> = Readonly<Record<typeof bindingLocale, T> & Partial<Record<Locale, T>>>;

/**
 * Chooses the texts of a page, email or document by language. They are in `texts/` of each
 * capability, one file for each language; `npm run texts` joins the languages. A text with
 * parameters is a function.
 *
 * @example const textsFor = byLocale(invoicesPageTexts); textsFor(context).title
 */
export function byLocale<T extends object>(texts: Texts<T>): (context: Localized) => T {
  return ({ locale = bindingLocale }) => texts[locale] ?? texts[bindingLocale];
}
