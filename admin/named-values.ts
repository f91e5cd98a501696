import { showValue } from './show-value.ts';

/**
 * The fields of a value with their names: `active=yes; changed=email, phoneNumber`. An empty value is an empty text.
 */
export function namedValues(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  // The table does not keep the order of fields.
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => `${name}=${showValue(field)}`)
    .join('; ');
}
