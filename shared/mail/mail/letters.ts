import { type Locale, locales, type Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { Letter } from './message.ts';

type Letters = Readonly<Record<string, (facts: never) => Letter>>;

/**
 * Letters in all languages, by the language of their reader; each says in which it is written.
 *
 * @example
 * const keyLetters = letters({ en: { made: ({ at }: Facts) => … }, es: { made: ({ at }) => … } });
 * keyLetters(person).made({ at })
 */
export function letters<T extends Letters>(
  texts: Readonly<Record<Locale, T>>,
): (reader: Spoken) => T {
  const told = locales.map((locale) => [locale, inLanguage(texts[locale], locale)] as const);
  // One entry for each of the languages.
  return words(Object.fromEntries(told) as Record<Locale, T>);
}

function inLanguage<T extends Letters>(texts: T, locale: Locale): T {
  const each = Object.entries(texts).map(([name, write]) => [
    name,
    (facts: never): Letter => ({ ...write(facts), locale }),
  ]);
  // The same names with functions of the same facts.
  return Object.fromEntries(each) as T;
}
