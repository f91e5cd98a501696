import { countryName } from '../contracts/country-name.ts';
import type { PostalAddress } from '../domain/legal-entity.ts';
import { type Content, html } from './html.ts';

/** A postal address, a line each, with the country in words. */
export function addressLines(address: PostalAddress): Content {
  const { line1, line2, postalCode, city, state, country } = address;
  const place = [postalCode, city, state].filter(Boolean).join(' ');
  const lines = [line1, line2, place, countryName(country)];
  return lines.filter(Boolean).map((line, index) => [index > 0 && html`<br>`, line]);
}
