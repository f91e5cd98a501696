import * as z from 'zod/mini';
import type { PostalAddress } from '../domain/legal-entity.ts';
import { countryCodeOf } from './country-name.ts';

/** The lines of a postal address, as a form names them. */
export const addressLineNames = [
  'line1',
  'line2',
  'city',
  'state',
  'postalCode',
  'country',
] as const;
export type AddressLineName = (typeof addressLineNames)[number];

const Typed = z._default(z.string().check(z.maxLength(1000)), '');

/** The fields of an address in a form, each as it was typed; what is wrong with them is said of the address that they make. */
export const addressFormFields = {
  line1: Typed,
  line2: Typed,
  city: Typed,
  state: Typed,
  postalCode: Typed,
  country: Typed,
};
export type TypedAddress = Readonly<Record<AddressLineName, string>>;

/** The address that was typed; null where nothing was. What may be left out is null where it is. */
export function addressTyped(typed: TypedAddress): PostalAddress | null {
  if (addressLineNames.every((name) => typed[name].trim() === '')) return null;
  const { line1, city, postalCode, country } = typed;
  const line2 = typed.line2.trim() === '' ? null : typed.line2;
  const state = typed.state.trim() === '' ? null : typed.state;
  return { line1, line2, city, state, postalCode, country: countryCodeOf(country) };
}
