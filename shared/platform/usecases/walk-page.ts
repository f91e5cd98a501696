import type { Migration, MigrationChange } from '../../kernel/db/migration.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { meteredTable } from '../db/metered-table.ts';
import type { Segment } from '../db/migration-runs.ts';
import { readSource } from '../db/read-source.ts';

/** Items of a page: few, so that a rate is kept evenly, and so that little is done again after a crash. */
const pageSize = 25;

/** Keys that a segment keeps for operators to look at. */
const maxSamples = 5;

/** An item that others write so often is left to the next try of the workflow. */
const maxLooks = 20;

/**
 * One page of a segment, looked at and, unless the run is dry, changed. Answers the segment as it is afterwards, and what
 * the page has taken. Whoever dies before that is stored has the page done again, which finds what was changed as it should be.
 */
export async function walkPage(
  migration: Migration,
  segment: Segment,
  isDry: boolean,
  table: Table,
): Promise<{ readonly walked: Segment; readonly units: number }> {
  const metered = meteredTable(table);
  const sources = migration.segments[segment.index] ?? [];
  const source = sources[segment.source];
  if (source === undefined) return { walked: { ...segment, isDone: true }, units: 0 };
  const from = segment.place ?? undefined;
  const { items, next } = await readSource(metered.table, source, from, pageSize);
  const changes = items.length === 0 ? [] : await migration.look(items, metered.table);
  const wanted = changes.filter((change) => change !== null);
  const counts = { changed: 0, again: 0 };
  if (!isDry) {
    // One after the other, in their order: readers may go by the oldest, which comes last.
    for (const [index, item] of items.entries()) {
      const { changed, again } = await settle(
        migration,
        item,
        changes[index] ?? null,
        metered.table,
      );
      counts.changed += changed;
      counts.again += again;
    }
  }
  const goesOn = next ? { place: { ...next } } : { place: null, source: segment.source + 1 };
  const walked = {
    ...segment,
    ...goesOn,
    isDone: next === undefined && segment.source + 1 >= sources.length,
    looked: segment.looked + items.length,
    wanted: segment.wanted + wanted.length,
    changed: segment.changed + counts.changed,
    again: segment.again + counts.again,
    units: segment.units + metered.units(),
    samples: [...segment.samples, ...wanted.map(({ sample }) => sample)].slice(0, maxSamples),
  };
  return { walked, units: metered.units() };
}

/** Makes the change of an item, looking at it anew as often as somebody else has changed it. */
async function settle(
  migration: Migration,
  item: Item,
  first: MigrationChange | null,
  table: Table,
): Promise<{ readonly changed: number; readonly again: number }> {
  let change = first;
  for (let again = 0; again < maxLooks; again += 1) {
    if (change === null) return { changed: 0, again };
    if ((await change.carryOut()) === 'changed') return { changed: 1, again };
    const fresh = await getItem(table, { pk: String(item['pk']), sk: String(item['sk']) });
    const [next = null] = fresh === undefined ? [] : await migration.look([fresh], table);
    change = next;
  }
  throw new Error(`${migration.name}: an item changes all the time`);
}
