import { stringify } from 'csv-stringify/sync';
import type { Row } from './column.ts';
import { cellAt } from './column.ts';

/** Characters that make a spreadsheet treat a cell as a formula; some also accept fullwidth forms. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A telephone number is no formula, and must stay unchanged for an import. */
const telephone = /^\+\d[\d ]*$/;

/**
 * The rows as CSV (RFC 4180) with a line of names. Every cell is quoted, and an apostrophe precedes anything that a
 * spreadsheet would run, because the texts are from outsiders.
 */
export function showCsv(fields: readonly string[], rows: readonly Row[]): string {
  const cells = rows.map((row) => fields.map((field) => cell(cellAt(row, field))));
  return stringify([[...fields], ...cells], {
    quoted: true,
    quoted_empty: true,
    record_delimiter: 'windows',
  });
}

/** The library also escapes formulas, but not those after a space, which spreadsheets trim. */
function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  return formula.test(text) && !telephone.test(text) ? `'${text}` : text;
}
