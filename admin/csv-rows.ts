import type { Row } from './column.ts';
import { namedValues } from './named-values.ts';

/**
 * The rows of a list as cells: a nested field under its dotted name, a list as one text, and each field in `named` as
 * one cell that includes the names of its fields. `fields` are all fields of any row, in order.
 */
export function csvRows(
  rows: readonly Row[],
  named: readonly string[] = [],
): { readonly fields: readonly string[]; readonly rows: readonly Row[] } {
  const flat = rows.map((row) => new Map(cellsOf(row, '', named)));
  const all = [...new Set(flat.flatMap((cells) => [...cells.keys()]))];
  // If a field is empty in one row and has nested fields in another, only the nested fields become columns.
  const fields = all.filter((field) => !all.some((other) => other.startsWith(`${field}.`)));
  return { fields, rows: flat.map((cells) => Object.fromEntries(cells)) };
}

function cellsOf(row: Row, prefix: string, named: readonly string[]): readonly [string, unknown][] {
  return Object.entries(row).flatMap(([name, value]): readonly [string, unknown][] => {
    const field = `${prefix}${name}`;
    if (named.includes(field)) return [[field, namedValues(value)]];
    if (Array.isArray(value)) return [[field, value.map(textOf).join('; ')]];
    if (typeof value === 'object' && value !== null)
      return cellsOf(Object.fromEntries(Object.entries(value)), `${field}.`, named);
    return [[field, value]];
  });
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? namedValues(value) : String(value);
}
