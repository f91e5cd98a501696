import { countryName } from '../../kernel/contracts/address.ts';
import { type PostalAddress, shownPostalCode } from '../../kernel/domain/legal-entity.ts';
import { bindingLocale, type Locale } from '../../kernel/domain/locale.ts';

/** An address as on an envelope, a line each, with the country's name; "None recorded" when there is none. */
export function postalAddress(
  address: PostalAddress | null,
  locale: Locale = bindingLocale,
): readonly string[] {
  if (address === null) return [locale === 'es' ? 'No consta ninguna' : 'None recorded'];
  const { line1, line2, city, state, country } = address;
  const town = [shownPostalCode(address), city].filter(Boolean).join(' ');
  const place = [town, state].filter(Boolean).join(', ');
  return [line1, line2 ?? '', place, countryName(country, locale)].filter(
    (line) => line.trim() !== '',
  );
}
