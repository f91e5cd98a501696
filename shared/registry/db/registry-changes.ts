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

/** The position in each list, after the last row read. */
export type ReadingPlace = readonly (Place | 'beginning' | 'end')[];

/** The result of one read of each list. */
interface RegistryBatch {
  readonly rows: readonly StoredRegistryRow[];
  /** The start of the next read; undefined after the last. */
  readonly place: ReadingPlace | undefined;
}

/** Tables known to use the sharded lists (`registrySharding`). */
const sharded = new WeakSet<Table>();

/**
 * Rows of the registry written at or after `since` (ISO 8601; empty: all), in batches of one read per list, all lists
 * in parallel; `place` continues an earlier read. Each list is in order of change. A row can appear twice if it is on
 * two lists or changes during the read: use the newest version. The indexes are usually at most a second behind.
 *
 * Sharded lists are read only if the marker at the end of the single list says that they are used, so that most
 * registries need one request.
 */
export async function* registryChanges(
  table: Table,
  since: string,
  from?: ReadingPlace,
): AsyncGenerator<RegistryBatch> {
  let place: ReadingPlace = from ?? registryLists.map(() => 'beginning');
  // Only a read that also covers sharded lists can be at the end of the single list.
  if (place[0] === 'end') sharded.add(table);
  for (;;) {
    const asked = sharded.has(table) ? place : place.slice(0, 1);
    const parts = await Promise.all(asked.map((at, list) => readOn(table, list, since, at)));
    if (parts.some(({ isSharded }) => isSharded)) sharded.add(table);
    place = place.map((at, list) => parts[list]?.next ?? at);
    const left = sharded.has(table) ? place : place.slice(0, 1);
    const isLast = left.every((at) => at === 'end');
    yield { rows: parts.flatMap(({ rows }) => rows), place: isLast ? undefined : place };
    if (isLast) return;
  }
}

interface Part {
  readonly rows: readonly StoredRegistryRow[];
  readonly next: ReadingPlace[number];
  /** Whether the sharded lists are used. */
  readonly isSharded: boolean;
}

async function readOn(
  table: Table,
  list: number,
  since: string,
  at: ReadingPlace[number],
): Promise<Part> {
  const partition = registryLists[list];
  if (at === 'end' || partition === undefined) return { rows: [], next: 'end', isSharded: false };
  const { value, index } = partition;
  const { Items = [], LastEvaluatedKey } = await table.client.call('Query', {
    TableName: table.name,
    IndexName: index,
    KeyConditionExpression:
      since === '' ? `${index}pk = :registry` : `${index}pk = :registry AND ${index}sk >= :since`,
    ExpressionAttributeValues: { ':registry': value, ...(since !== '' && { ':since': since }) },
    ExclusiveStartKey: at === 'beginning' ? undefined : at,
  });
  const rows = Items.filter(({ gsi1sk }) => gsi1sk !== shardingMark);
  return {
    rows: rows.map((item) => parseStored(StoredRegistryRow, item)),
    next: LastEvaluatedKey ?? 'end',
    isSharded: rows.length < Items.length,
  };
}

const name = 'REGISTRY';

/** The registry's single list, used unless its lists are sharded (`shardRegistry`). */
export const oneList: Partition = { value: name, index: 'gsi1' };

/**
 * All lists of registry rows, ordered by time of change. The sharded ones are in another index, so that a row can be on
 * them and on the single list, and readers always find it on at least one.
 */
export const registryLists: readonly Partition[] = [
  oneList,
  ...shardsOf(name, shards.registry)
    .slice(1)
    .map((value): Partition => ({ value, index: 'gsi2' })),
];

/**
 * The sort key of the marker on the single list that the sharded lists are used. It sorts after every time, so that
 * each read of changes finds it.
 */
export const shardingMark = '~sharded';

/** The index keys of a registry row, with or without the sharded lists. `changedAt` is ISO 8601. */
export function registryPlace(id: string, changedAt: string, sharded: boolean) {
  const order = `${changedAt}#${id}`;
  return sharded ? shardedKeys(id, order) : { gsi1pk: name, gsi1sk: order };
}

/** The keys of a row on the sharded lists, given its sort key. */
export function shardedKeys(id: string, order: string) {
  return { gsi2pk: shardOf(name, shards.registry, id), gsi2sk: order };
}

interface RegistryWriter {
  readonly table: Table;
  /** The deployment's setting (`CoreDeps.shardRegistry`). */
  readonly shardRegistry?: boolean | undefined;
}

/** Tables whose marker is known to exist. */
const marked = new WeakSet<Table>();

/**
 * Whether the deployment's setting requires registry rows to be on the sharded lists.
 *
 * Before this process writes its first row there, it stores a permanent marker on the single list. Readers read the
 * sharded lists only if it exists, so that they find rows of processes with another setting.
 */
export async function registrySharding({
  table,
  shardRegistry = false,
}: RegistryWriter): Promise<boolean> {
  if (!shardRegistry || marked.has(table)) return shardRegistry;
  await updateItem(table, {
    Key: keys.registrySharding(),
    UpdateExpression: 'SET gsi1pk = :list, gsi1sk = :mark',
    ExpressionAttributeValues: { ':list': oneList.value, ':mark': shardingMark },
  });
  marked.add(table);
  return true;
}
