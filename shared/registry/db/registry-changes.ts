import * as z from 'zod/mini';
import { shardOf, shards, shardsOf } from '../../kernel/db/key-parts.ts';
import { keys } from '../../kernel/db/keys.ts';
import type { Partition, Place } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { updateItem } from '../../kernel/db/update.ts';

const StoredRegistryRow = z.object({
  id: z.string(),
  name: z.string(),
  extension: z.string(),
  residentPermitNumber: z.nullable(z.string()),
  version: z.int(),
});
export type StoredRegistryRow = z.output<typeof StoredRegistryRow>;

/** The position in each list: after the last row read. */
export type ReadingPlace = readonly (Place | 'beginning' | 'end')[];

/** The result of one read of each list. */
interface RegistryBatch {
  readonly rows: readonly StoredRegistryRow[];
  /** The start of the next read; undefined after the last. */
  readonly place: ReadingPlace | undefined;
}

/** Tables whose one list says that rows are also on the spread lists (`registrySpread`). */
const spread = new WeakSet<Table>();

/**
 * Rows of the registry that were written at or after `since` (ISO 8601; empty: all), in batches of what one read of each list
 * gives, all lists in parallel; with a place, from where an earlier reading stopped. Each list's rows come oldest first. A row
 * comes twice if it is on two lists, or changes while it is read: the newest version is valid. The indexes follow the table,
 * mostly within a second.
 *
 * The spread lists are read only if the single list has, at its end, a note that they are used: most registries don't use them,
 * and read everything with one request.
 */
export async function* registryChanges(
  table: Table,
  since: string,
  from?: ReadingPlace,
): AsyncGenerator<RegistryBatch> {
  let place: ReadingPlace = from ?? registryLists.map(() => 'beginning');
  // Only a reading that has spread lists before it is left at the end of the one.
  if (place[0] === 'end') spread.add(table);
  for (;;) {
    const asked = spread.has(table) ? place : place.slice(0, 1);
    const parts = await Promise.all(asked.map((at, list) => readOn(table, list, since, at)));
    if (parts.some(({ isSpread }) => isSpread)) spread.add(table);
    place = place.map((at, list) => parts[list]?.next ?? at);
    const left = spread.has(table) ? place : place.slice(0, 1);
    const isLast = left.every((at) => at === 'end');
    yield { rows: parts.flatMap(({ rows }) => rows), place: isLast ? undefined : place };
    if (isLast) return;
  }
}

interface Part {
  readonly rows: readonly StoredRegistryRow[];
  readonly next: ReadingPlace[number];
  /** Whether it says that there are rows on the spread lists. */
  readonly isSpread: boolean;
}

async function readOn(
  table: Table,
  list: number,
  since: string,
  at: ReadingPlace[number],
): Promise<Part> {
  const partition = registryLists[list];
  if (at === 'end' || partition === undefined) return { rows: [], next: 'end', isSpread: false };
  const { value, index } = partition;
  const { Items = [], LastEvaluatedKey } = await table.client.call('Query', {
    TableName: table.name,
    IndexName: index,
    KeyConditionExpression:
      since === '' ? `${index}pk = :registry` : `${index}pk = :registry AND ${index}sk >= :since`,
    ExpressionAttributeValues: { ':registry': value, ...(since !== '' && { ':since': since }) },
    ExclusiveStartKey: at === 'beginning' ? undefined : at,
  });
  const rows = Items.filter(({ gsi1sk }) => gsi1sk !== spreadMark);
  return {
    rows: rows.map((item) => parseStored(StoredRegistryRow, item)),
    next: LastEvaluatedKey ?? 'end',
    isSpread: rows.length < Items.length,
  };
}

const name = 'REGISTRY';

/** The one list that a registry has as long as its lists are not spread (`spreadRegistry`). */
export const oneList: Partition = { value: name, index: 'gsi1' };

/**
 * Every list that rows of the registry are on, by the time of their change. The spread ones are in the other index, so a row that
 * is filed there also stays on the single list: readers find it in at least one of them at any moment.
 */
export const registryLists: readonly Partition[] = [
  oneList,
  ...shardsOf(name, shards.registry)
    .slice(1)
    .map((value): Partition => ({ value, index: 'gsi2' })),
];

/**
 * The sort key on the one list of what says that rows lie on the spread lists as well: after every time, so that each reading of
 * changes meets it, since whenever it reads.
 */
const spreadMark = '~spread';

/** The index keys of a registry row, with or without sharded lists. `changedAt` is ISO 8601. */
export function registryPlace(id: string, changedAt: string, spread: boolean) {
  const order = `${changedAt}#${id}`;
  return spread ? spreadPlace(id, order) : { gsi1pk: name, gsi1sk: order };
}

/** The place among the spread lists of a row with this sort key. */
export function spreadPlace(id: string, order: string) {
  return { gsi2pk: shardOf(name, shards.registry, id), gsi2sk: order };
}

interface RegistryWriter {
  readonly table: Table;
  /** The deployment's setting (`CoreDeps.spreadRegistry`). */
  readonly spreadRegistry?: boolean | undefined;
}

/** Tables that are known to say it. */
const marked = new WeakSet<Table>();

/**
 * Whether a row of the registry must be written to the spread lists, according to the deployment.
 *
 * Before this process writes the first row there, it permanently notes so on the single list. Readers of changes read the spread
 * lists only after that note, so they also find rows of a process with another setting.
 */
export async function registrySpread({
  table,
  spreadRegistry = false,
}: RegistryWriter): Promise<boolean> {
  if (!spreadRegistry || marked.has(table)) return spreadRegistry;
  await updateItem(table, {
    Key: keys.registrySpread(),
    UpdateExpression: 'SET gsi1pk = :list, gsi1sk = :mark',
    ExpressionAttributeValues: { ':list': oneList.value, ':mark': spreadMark },
  });
  marked.add(table);
  return true;
}
