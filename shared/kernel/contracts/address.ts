import * as z from 'zod/mini';
import { countryCodes } from '../domain/country.ts';
import { foldCase } from '../domain/fold-case.ts';
import { noPostalCode, type PostalAddress } from '../domain/legal-entity.ts';
import { bindingLocale, type Locale, locales } from '../domain/locale.ts';
import { Line, OptionalLine } from './text.ts';

const PostalCode = Line(20, {
  error: `Must be 1 to 20 characters: \`${noPostalCode}\` where there are no postal codes`,
}).check(z.overwrite((code) => (/^[\p{Pd}\u2212]$/u.test(code) ? noPostalCode : code)));

/** A postal address in a request (spec 2.2; lengths as in the published API of filings). */
export const AddressInput = z.object({
  line1: Line(200),
  line2: z.optional(z.nullable(OptionalLine(200))),
  city: Line(100),
  state: z.optional(z.nullable(OptionalLine(100))),
  postalCode: PostalCode,
  country: Line(100),
});

/** A postal address in a response (spec 2.2). */
export const Address = z.object({
  line1: z.string(),
  line2: z.optional(z.nullable(z.string())),
  city: z.string(),
  state: z.optional(z.nullable(z.string())),
  postalCode: z.string(),
  country: z.string(),
});

/** The form fields of a postal address. */
const addressLineNames = ['line1', 'line2', 'city', 'state', 'postalCode', 'country'] as const;
export type AddressLineName = (typeof addressLineNames)[number];

const Typed = z._default(z.string().check(z.maxLength(1000)), '');

/** The address fields of a form, unvalidated; errors are reported for the whole address. */
export const addressFormFields = {
  line1: Typed,
  line2: Typed,
  city: Typed,
  state: Typed,
  postalCode: Typed,
  country: Typed,
};
export type TypedAddress = Readonly<Record<AddressLineName, string>>;

/** The address from the form's fields; null if all are empty. Empty optional parts are null. */
export function addressTyped(typed: TypedAddress): PostalAddress | null {
  if (addressLineNames.every((name) => typed[name].trim() === '')) return null;
  const { line1, city, postalCode, country } = typed;
  const line2 = typed.line2.trim() === '' ? null : typed.line2;
  const state = typed.state.trim() === '' ? null : typed.state;
  return { line1, line2, city, state, postalCode, country: countryCodeOf(country) };
}

/** The form fields of an address. */
export function typedAddress(address: PostalAddress | null): TypedAddress {
  return {
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    postalCode: address?.postalCode ?? '',
    country: address === null ? '' : countryCodeOf(address.country),
  };
}

/** Created on first use: loading the names would add some milliseconds to each start. */
const names = new Map<Locale, Intl.DisplayNames>();

/**
 * The display name of a country: `Honduras` for `HN`. A text that is not a country code is returned
 * unchanged: stored addresses may contain a country's name.
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

/** All countries of ISO 3166-1, sorted by name. */
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

/**
 * The country code for a country's name in any of our languages, or for its code; any other text is
 * returned unchanged.
 */
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
