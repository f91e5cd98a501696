import {
  type AddressLineName,
  countryCodeOf,
  countryList,
  type TypedAddress,
} from '../contracts/address.ts';
import type { Localized } from '../domain/locale.ts';
import { addressFieldsTexts } from '../texts/index.ts';
import { byLocale } from './by-locale.ts';
import { type FieldErrors, type SelectOptions, select, textField } from './form.ts';
import type { Content } from './html.ts';

const textsFor = byLocale(addressFieldsTexts);

/** The autofill token of each line, and whether it is required. */
const lines: readonly (readonly [AddressLineName, autocomplete: string, required: boolean])[] = [
  ['line1', 'address-line1', true],
  ['line2', 'address-line2', false],
  ['city', 'address-level2', true],
  ['state', 'address-level1', false],
  ['postalCode', 'postal-code', true],
  ['country', 'country', true],
];

/** Options of the address fields in forms with more than one address. */
export interface AddressFieldsOptions {
  /** The field name of a line; default: the line's own name. */
  readonly nameOf?: (line: AddressLineName) => string;
  /** Another person's optional address: no field is required, and autofill is off. */
  readonly isOther?: boolean;
}

/** The fields of a postal address, one for each line, as in all forms. */
export function addressFields(
  typed: TypedAddress,
  errors: FieldErrors,
  context: Localized,
  { nameOf = (line) => line, isOther = false }: AddressFieldsOptions = {},
): Content {
  const labels = addressLabels(context);
  return lines.map(([line, autocomplete, required]) => {
    const name = nameOf(line);
    const field = {
      ...{ name, label: labels[line], value: typed[line], error: errors[name] },
      required: required && !isOther,
      ...(!isOther && { autocomplete }),
      ...(line === 'postalCode' && { hint: textsFor(context).noPostalCode }),
    };
    return line === 'country' ? countryField(field, context) : textField(field);
  });
}

/** The labels of the address lines in forms and messages. */
export function addressLabels(context: Localized): Readonly<Record<AddressLineName, string>> {
  return textsFor(context);
}

/**
 * A country select in the viewer's language. An address with another text keeps it until it is
 * changed.
 */
function countryField(field: Omit<SelectOptions, 'options'>, context: Localized): Content {
  const { choose } = textsFor(context);
  const known = countryList(context.locale);
  const code = countryCodeOf(field.value);
  const isKnown = code === '' || known.some(([each]) => each === code);
  const options = [['', choose] as const, ...known];
  return select({
    ...field,
    value: code,
    options: isKnown ? options : [...options, [code, code] as const],
  });
}
