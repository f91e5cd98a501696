import { type Row, valueAt } from './column.ts';
import type { Command } from './command.ts';
import { csvRows } from './csv-rows.ts';
import { showCsv } from './show-csv.ts';
import { showRecord } from './show-record.ts';
import { showTable } from './show-table.ts';
import type { Terminal } from './terminal.ts';

/** Shows an answer to a person: a list as a table, a single item as two columns, a secret with a warning; or CSV. */
export function present(
  { columns, csv, named, secret, done }: Command,
  answer: unknown,
  terminal: Terminal,
  format: 'table' | 'csv' = 'table',
): void {
  const data = valueAt(answer, 'data');
  const rows = Array.isArray(data) ? data.filter(isRow) : [];
  if (csv !== undefined) {
    terminal.write(showCsv(csv, rows));
    return;
  }
  if (format === 'csv') {
    const cells = csvRows(rows, named);
    terminal.write(showCsv(cells.fields, cells.rows));
    showNextCursor(answer, terminal);
    return;
  }
  if (columns === undefined) {
    terminal.write(showRecord(isRow(data) ? data : {}, terminal));
    if (secret !== undefined && typeof valueAt(data, secret) === 'string') {
      terminal.notice('\nShown once. Store it now.\n');
    }
    if (done !== undefined) terminal.notice(`\n${done}\n`);
    return;
  }
  if (rows.length === 0) terminal.notice('None.\n');
  else terminal.write(showTable(columns, rows, terminal));
  if (valueAt(answer, 'complete') === false) {
    terminal.notice('\nThe list is not complete: there was not enough time.\n');
  }
  showNextCursor(answer, terminal);
}

function showNextCursor(answer: unknown, terminal: Terminal): void {
  const next = valueAt(answer, 'pagination.nextCursor');
  if (typeof next === 'string') {
    terminal.notice(`\nThere are more: use --cursor ${next} for the next page, or --all.\n`);
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
