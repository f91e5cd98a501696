import type { Row } from './column.ts';
import { pad, showValue, textWidth } from './show-value.ts';
import type { Terminal } from './terminal.ts';

/** One item as a list of two columns, with every field in the answer's order. */
export function showRecord(record: Row, { style }: Pick<Terminal, 'style'>): string {
  const entries = flatten(record, '');
  const width = Math.max(0, ...entries.map(([label]) => textWidth(label)));
  return entries.map(([label, value]) => `${style('dim', pad(label, width))}  ${value}\n`).join('');
}

function flatten(record: object, parent: string): readonly (readonly [string, string])[] {
  return Object.entries(record).flatMap(([key, value]): (readonly [string, string])[] => {
    const label = labelOf(parent, key);
    if (isList(value)) {
      return value.map((item, index) => [index === 0 ? label : '', showValue(item)]);
    }
    const nested = typeof value === 'object' && value !== null && !Array.isArray(value);
    // An address is shown on one line.
    if (nested && !Object.hasOwn(value, 'line1') && Object.keys(value).length > 0) {
      return [...flatten(value, label)];
    }
    return [[label, showValue(value)]];
  });
}

/** Whether each item of the list needs a line of its own. */
function isList(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => item instanceof Object);
}

/** `residency` and `effectiveDate` as "Residency effective date"; no word is repeated. */
function labelOf(parent: string, key: string): string {
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
  const first = words.charAt(0).toUpperCase() + words.slice(1);
  if (parent === '') return first;
  return first.startsWith(parent) ? first : `${parent} ${words}`;
}
