import { bindingLocale, type Locale, type Spoken } from '../domain/locale.ts';

/**
 * The texts of a page, letter or document in all languages; each file that shows texts has its own, so that a
 * function bundles those that it shows. A text with blanks to fill is a function. That none is missing in a
 * language is seen by the compiler, that none is unused by `test/kernel/words.test.ts`.
 *
 * @example
 * const say = words({
 *   en: { title: 'Your keys', count: (n: number) => `${n} keys` },
 *   es: { title: 'Sus claves', count: (n: number) => `${n} claves` },
 * });
 * say(site).title
 */
export function words<T extends object>(texts: Readonly<Record<Locale, T>>): (reader: Spoken) => T {
  return ({ locale = bindingLocale }) => texts[locale];
}
