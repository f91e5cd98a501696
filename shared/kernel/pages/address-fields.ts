import {
  type AddressLineName,
  countryCodeOf,
  countryList,
  type TypedAddress,
} from '../contracts/address.ts';
import type { Spoken } from '../domain/locale.ts';
import { addressFieldsTexts } from '../texts/index.ts';
import { type FieldErrors, type SelectOptions, select, textField } from './form.ts';
import type { Content } from './html.ts';
import { words } from './words.ts';

const say = words(addressFieldsTexts);

/** How a browser may fill each line in, and which can be left out. */
const lines: readonly (readonly [AddressLineName, autocomplete: string, required: boolean])[] = [
  ['line1', 'address-line1', true],
  ['line2', 'address-line2', false],
  ['city', 'address-level2', true],
  ['state', 'address-level1', false],
  ['postalCode', 'postal-code', true],
  ['country', 'country', true],
];

/** How the fields of an address are, where a form has more than one. */
export interface AddressFieldsOptions {
  /** The name of a line's field; absent: that of the line. */
  readonly nameOf?: (line: AddressLineName) => string;
  /** It is someone else's, and can be left out: nothing is required, and the browser does not help. */
  readonly isOther?: boolean;
}

/** The fields of a postal address, a line each: every form that asks for an address has these. */
export function addressFields(
  typed: TypedAddress,
  errors: FieldErrors,
  reader: Spoken,
  { nameOf = (line) => line, isOther = false }: AddressFieldsOptions = {},
): Content {
  const labels = addressLabels(reader);
  return lines.map(([line, autocomplete, required]) => {
    const name = nameOf(line);
    const field = {
      ...{ name, label: labels[line], value: typed[line], error: errors[name] },
      required: required && !isOther,
      ...(!isOther && { autocomplete }),
      ...(line === 'postalCode' && { hint: say(reader).noPostalCode }),
    };
    return line === 'country' ? countryField(field, reader) : textField(field);
  });
}

/** The labels of the lines, in forms and in messages. */
export function addressLabels(reader: Spoken): Readonly<Record<AddressLineName, string>> {
  return say(reader);
}

/** A country, from the list of them in the reader's language. An address that names another text keeps it until it is changed. */
function countryField(field: Omit<SelectOptions, 'options'>, reader: Spoken): Content {
  const { choose } = say(reader);
  const known = countryList(reader.locale);
  const code = countryCodeOf(field.value);
  const isKnown = code === '' || known.some(([each]) => each === code);
  const options = [['', choose] as const, ...known];
  return select({
    ...field,
    value: code,
    options: isKnown ? options : [...options, [code, code] as const],
  });
}
