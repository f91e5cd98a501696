import { countryName } from '../contracts/address.ts';
import { type PostalAddress, shownPostalCode } from '../domain/legal-entity.ts';
import type { Spoken } from '../domain/locale.ts';
import { type Content, html } from './html.ts';

/** A postal address, a line each, with the country in words. */
export function addressLines(address: PostalAddress, reader: Spoken = {}): Content {
  const { line1, line2, city, state, country } = address;
  const place = [shownPostalCode(address), city, state].filter(Boolean).join(' ');
  const lines = [line1, line2, place, countryName(country, reader.locale)];
  return lines.filter(Boolean).map((line, index) => [index > 0 && html`<br>`, line]);
}
