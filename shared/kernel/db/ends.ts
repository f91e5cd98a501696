import { shardOf, shards, shardsOf } from './key-parts.ts';
import { type Partition, readPart } from './page.ts';
import type { Item, Table } from './table.ts';

/** Items that end in a month (YYYY-MM); sharded. */
const endsIn = (month: string) => `ENDS#${month}`;

/**
 * The index keys that list an item under the month in which it ends, sorted by that instant. An
 * item without an end is not listed. `end` is ISO 8601 in UTC.
 */
export function placeOfEnd(
  id: string,
  end: string | null,
): { readonly gsi1pk?: string; readonly gsi1sk?: string } {
  if (end === null) return {};
  const month = endsIn(end.slice(0, 7));
  return { gsi1pk: shardOf(month, shards.ends, id), gsi1sk: `${end}#${id}` };
}

/**
 * The items that end between two UTC days (YYYY-MM-DD, both inclusive), in pages: one generator for
 * each partition, to be read in parallel. The index is eventually consistent: read the item from
 * the table before acting on it.
 */
export function endingLists(
  table: Table,
  from: string,
  to: string,
): readonly AsyncGenerator<readonly Item[]>[] {
  return monthsBetween(from, to).flatMap((month) =>
    shardsOf(endsIn(month), shards.ends)
      .slice(1)
      .map((value) => pagesOf(table, { value, index: 'gsi1' }, from, to)),
  );
}

/** Entities registered in a month (MM) of any year; sharded. */
const anniversariesIn = (month: string) => `ANNIVERSARIES#${month}`;

/**
 * The index keys that list an item under its anniversary, by month and day; `day` is ISO 8601 in
 * UTC.
 */
export function placeOfAnniversary(
  id: string,
  day: string | null,
): { readonly gsi2pk?: string; readonly gsi2sk?: string } {
  if (day === null) return {};
  const month = anniversariesIn(day.slice(5, 7));
  return { gsi2pk: shardOf(month, shards.ends, id), gsi2sk: `${day.slice(8, 10)}#${id}` };
}

/**
 * The items whose anniversary is between two UTC days less than a year apart; in pages, as above.
 */
export function anniversaryLists(
  table: Table,
  from: string,
  to: string,
): readonly AsyncGenerator<readonly Item[]>[] {
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)];
  return monthsBetween(from, to).flatMap((month) =>
    shardsOf(anniversariesIn(month.slice(5)), shards.ends)
      .slice(1)
      .map((value) =>
        pagesOf(
          table,
          { value, index: 'gsi2' },
          month === first ? from.slice(8) : '00',
          month === last ? to.slice(8) : '31',
        ),
      ),
  );
}

async function* pagesOf(
  table: Table,
  partition: Partition,
  from: string,
  to: string,
): AsyncGenerator<readonly Item[]> {
  let place: Awaited<ReturnType<typeof readPart>>['next'];
  do {
    const part = await readPart(
      table,
      partition,
      // Sort keys of the last day begin with the day itself.
      { forwards: true, behind: from, before: `${to}U`, from: place, limit: 50 },
    );
    yield part.items;
    place = part.next;
  } while (place !== undefined);
}

function monthsBetween(from: string, to: string): readonly string[] {
  const months: string[] = [];
  const month = new Date(`${from.slice(0, 7)}-01T00:00:00.000Z`);
  for (; month.toISOString().slice(0, 7) <= to.slice(0, 7); ) {
    months.push(month.toISOString().slice(0, 7));
    month.setUTCMonth(month.getUTCMonth() + 1);
  }
  return months;
}
