import { countryCodes } from '../domain/country.ts';
import { foldCase } from '../domain/fold-case.ts';
import { bindingLocale, type Locale, locales } from '../domain/locale.ts';

/** Made on first use: loading the names would add some milliseconds to each start. */
const names = new Map<Locale, Intl.DisplayNames>();

/**
 * A country as it is displayed: `Honduras` for `HN`. A text that is not a country's code comes back
 * as it is: addresses may name theirs in words.
 */
export function countryName(country: string, locale: Locale = bindingLocale): string {
  if (!/^[A-Z]{2}$/.test(country)) return country;
  return namesIn(locale).of(country) ?? country;
}

function namesIn(locale: Locale): Intl.DisplayNames {
  const known = names.get(locale);
  if (known !== undefined) return known;
  const made = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  names.set(locale, made);
  return made;
}

const lists = new Map<Locale, readonly (readonly [code: string, name: string])[]>();

/** All countries of ISO 3166-1 in the order of their names. */
export function countryList(
  locale: Locale = bindingLocale,
): readonly (readonly [code: string, name: string])[] {
  const known = lists.get(locale);
  if (known !== undefined) return known;
  const { compare } = new Intl.Collator(locale);
  const made = Array.from(countryCodes, (code) => [code, countryName(code, locale)] as const);
  made.sort(([, one], [, other]) => compare(one, other));
  lists.set(locale, made);
  return made;
}

let codes: ReadonlyMap<string, string> | undefined;

/** The code of a country that somebody typed by its name, in any of our languages, or by its code; any other text as it is. */
export function countryCodeOf(typed: string): string {
  codes ??= new Map(
    [...countryCodes].flatMap((code) => [
      [foldCase(code), code] as const,
      ...locales.map((locale) => [foldCase(countryName(code, locale)), code] as const),
    ]),
  );
  const name = typed.trim();
  return codes.get(foldCase(name)) ?? name;
}
