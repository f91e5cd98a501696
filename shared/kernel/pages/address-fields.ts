import type { AddressLineName, TypedAddress } from '../contracts/address-form.ts';
import { countryName } from '../contracts/country-name.ts';
import type { PostalAddress } from '../domain/legal-entity.ts';
import type { Spoken } from '../domain/locale.ts';
import { type FieldErrors, textField } from './form.ts';
import type { Content } from './html.ts';
import { words } from './words.ts';

const say = words({
  en: {
    line1: 'Street and number',
    line2: 'Building, floor or flat (optional)',
    city: 'Town or city',
    state: 'State, department or province (optional)',
    postalCode: 'Postal code',
    country: 'Country',
  },
  es: {
    line1: 'Calle y número',
    line2: 'Edificio, piso o apartamento (opcional)',
    city: 'Ciudad',
    state: 'Departamento, estado o provincia (opcional)',
    postalCode: 'Código postal',
    country: 'País',
  },
});

/** How a browser may fill each line in, and which can be left out. */
const lines: readonly (readonly [AddressLineName, autocomplete: string, required: boolean])[] = [
  ['line1', 'address-line1', true],
  ['line2', 'address-line2', false],
  ['city', 'address-level2', true],
  ['state', 'address-level1', false],
  ['postalCode', 'postal-code', true],
  ['country', 'country-name', true],
];

/** The fields of a postal address, a line each. */
export function addressFields(typed: TypedAddress, errors: FieldErrors, reader: Spoken): Content {
  const said = say(reader);
  return lines.map(([name, autocomplete, required]) =>
    textField({
      name,
      label: said[name],
      value: typed[name],
      error: errors[name],
      autocomplete,
      required,
    }),
  );
}

/** The fields that say what an address says; its country is named. */
export function typedAddress(address: PostalAddress | null, reader: Spoken): TypedAddress {
  return {
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    postalCode: address?.postalCode ?? '',
    country: address === null ? '' : countryName(address.country, reader.locale),
  };
}
