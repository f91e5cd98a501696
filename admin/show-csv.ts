import { type Row, valueAt } from './column.ts';

/** What makes a spreadsheet read a cell as a formula; fullwidth forms count in some of them. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * The rows as CSV (RFC 4180) with a line of names: every cell in quotes, and an apostrophe before anything that
 * a spreadsheet would run, because the texts are strangers'.
 */
export function showCsv(fields: readonly string[], rows: readonly Row[]): string {
  const lines = [
    fields.map((field) => quoted(field)),
    ...rows.map((row) => fields.map((field) => cell(valueAt(row, field)))),
  ];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  return quoted(formula.test(text) ? `'${text}` : text);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
