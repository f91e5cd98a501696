import * as z from 'zod/mini';
import type { Place } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { registryLists } from './registry-lists.ts';

const StoredRegistryRow = z.object({
  id: z.string(),
  name: z.string(),
  extension: z.string(),
  residentPermitNumber: z.nullable(z.string()),
  version: z.int(),
});
export type StoredRegistryRow = z.output<typeof StoredRegistryRow>;

/** Where a reading goes on, of each list: after the last row that it gave. */
export type ReadingPlace = readonly (Place | 'beginning' | 'end')[];

/** What one read of each list gives. */
export interface RegistryBatch {
  readonly rows: readonly StoredRegistryRow[];
  /** Where the next read begins; undefined after the last. */
  readonly place: ReadingPlace | undefined;
}

/**
 * Rows of the registry that were written at or after `since` (ISO 8601; empty: all), in batches of what one read of each
 * list gives, all read at once; from a place on where an earlier reading was left. Each list's rows come oldest first; a
 * row comes twice where it is on two lists, or changes while it is read: the newest version counts. The indexes behind it
 * follow the table, mostly within a second.
 */
export async function* registryChanges(
  table: Table,
  since: string,
  from?: ReadingPlace,
): AsyncGenerator<RegistryBatch> {
  let place: ReadingPlace = from ?? registryLists.map(() => 'beginning');
  for (;;) {
    const parts = await Promise.all(place.map((at, list) => readOn(table, list, since, at)));
    place = parts.map(({ next }) => next);
    const isLast = place.every((at) => at === 'end');
    yield { rows: parts.flatMap(({ rows }) => rows), place: isLast ? undefined : place };
    if (isLast) return;
  }
}

async function readOn(
  table: Table,
  list: number,
  since: string,
  at: ReadingPlace[number],
): Promise<{ readonly rows: readonly StoredRegistryRow[]; readonly next: ReadingPlace[number] }> {
  const partition = registryLists[list];
  if (at === 'end' || partition === undefined) return { rows: [], next: 'end' };
  const { value, index } = partition;
  const { Items = [], LastEvaluatedKey } = await table.client.call('Query', {
    TableName: table.name,
    IndexName: index,
    KeyConditionExpression:
      since === '' ? `${index}pk = :registry` : `${index}pk = :registry AND ${index}sk >= :since`,
    ExpressionAttributeValues: { ':registry': value, ...(since !== '' && { ':since': since }) },
    ExclusiveStartKey: at === 'beginning' ? undefined : at,
  });
  return {
    rows: Items.map((item) => parseStored(StoredRegistryRow, item)),
    next: LastEvaluatedKey ?? 'end',
  };
}
