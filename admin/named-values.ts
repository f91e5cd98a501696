import { showValue } from './show-value.ts';

/** The fields of a value, each with its name: `active=yes; changed=email, phoneNumber`. Nothing is an empty text. */
export function namedValues(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  // The table keeps no order of fields.
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => `${name}=${showValue(field)}`)
    .join('; ');
}
