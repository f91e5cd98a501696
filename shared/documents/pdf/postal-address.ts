import { countryName } from '../../kernel/contracts/country-name.ts';
import type { PostalAddress } from '../../kernel/domain/legal-entity.ts';
import { bindingLocale, type Locale } from '../../kernel/domain/locale.ts';

/** An address as on an envelope, a line each, with the country's name; "None recorded" when there is none. */
export function postalAddress(
  address: PostalAddress | null,
  locale: Locale = bindingLocale,
): readonly string[] {
  if (address === null) return [locale === 'es' ? 'No consta ninguna' : 'None recorded'];
  const { line1, line2, city, state, postalCode, country } = address;
  const place = [`${postalCode} ${city}`, state].filter((part) => part != null && part !== '');
  return [line1, line2 ?? '', place.join(', '), countryName(country, locale)].filter(
    (line) => line.trim() !== '',
  );
}
