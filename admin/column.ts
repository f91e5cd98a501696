export type Row = Readonly<Record<string, unknown>>;

/** One column of a table. */
export interface Column {
  readonly title: string;
  readonly value: (row: Row) => unknown;
  /** Never shortened: ids, codes and other values that are copied into the next command. */
  readonly whole: boolean;
  /** Left out if the terminal is too narrow for all columns. */
  readonly spare: boolean;
}

/** The value at a dotted path, or undefined. */
export function valueAt(row: unknown, path: string): unknown {
  let value = row;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** The cell of this name. A dotted name may be the name of the cell itself. */
export function cellAt(row: Row, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : valueAt(row, name);
}

/** A column with the field at `source`, or with what the function `source` returns for the row. */
export function column(
  title: string,
  source: string | Column['value'],
  { whole = false, spare = false }: { readonly whole?: boolean; readonly spare?: boolean } = {},
): Column {
  const value = typeof source === 'string' ? (row: Row) => valueAt(row, source) : source;
  return { title, value, whole, spare };
}

/** A column of ids or codes. */
export const idColumn = (title: string, source: string): Column =>
  column(title, source, { whole: true });

/** A column of instants, which are useless when shortened. */
export const dateColumn = (title: string, source: string, spare = false): Column =>
  column(title, source, { whole: true, spare });
