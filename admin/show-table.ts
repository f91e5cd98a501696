import type { Column, Row } from './column.ts';
import { showRecord } from './show-record.ts';
import { pad, shorten, showValue, textWidth } from './show-value.ts';
import type { Terminal } from './terminal.ts';

const gap = '  ';

/** How narrow a column may get before a dispensable one is dropped, and before the table becomes a list. */
const narrowest = { withAll: 14, withoutSpare: 6 };

/**
 * Rows as an aligned table that fits the terminal. Long cells end in …, and dispensable columns are dropped. If it is
 * still too wide, each row is shown as a list. Ids are never shortened. Without a terminal nothing is shortened.
 */
export function showTable(
  columns: readonly Column[],
  rows: readonly Row[],
  { width, style }: Pick<Terminal, 'width' | 'style'>,
): string {
  const attempts = [
    [columns, narrowest.withAll],
    [columns.filter((column) => !column.spare), narrowest.withoutSpare],
  ] as const;
  for (const [shown, least] of attempts) {
    const widths = fitWidths(shown, rows, { width: width ?? Number.POSITIVE_INFINITY, least });
    if (widths !== null) return lines(shown, rows, widths, style);
  }
  return rows.map((row) => showRecord(row, { style })).join('\n');
}

function lines(
  columns: readonly Column[],
  rows: readonly Row[],
  widths: readonly number[],
  style: Terminal['style'],
): string {
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => pad(shorten(cell, widths[index] ?? 0), widths[index] ?? 0))
      .join(gap)
      .trimEnd();
  const heading = line(columns.map(({ title }) => title));
  const body = rows.map((row) => line(columns.map(({ value }) => showCell(value(row)))));
  return [style('bold', heading), ...body, ''].join('\n');
}

/** As elsewhere, but instants have minutes only. */
function showCell(value: unknown): string {
  return showValue(value).replace(/^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}):\d{2}Z$/, '$1Z');
}

/** The columns' widths; null if they don't fit. */
function fitWidths(
  columns: readonly Column[],
  rows: readonly Row[],
  { width, least }: { readonly width: number; readonly least: number },
): readonly number[] | null {
  const widths = columns.map(({ title, value }) =>
    Math.max(textWidth(title), ...rows.map((row) => textWidth(showCell(value(row))))),
  );
  let excess =
    widths.reduce((sum, each) => sum + each, 0) + gap.length * (columns.length - 1) - width;
  while (excess > 0) {
    const room = widths.map((each, index) => (columns[index]?.whole ? 0 : each));
    const widest = Math.max(...room);
    if (widest <= least) return null;
    widths[room.indexOf(widest)] = widest - 1;
    excess -= 1;
  }
  return widths;
}
