import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import type { MigrationSource } from '../../kernel/db/migration.ts';
import { type Place, readPart } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import type { TableClient } from '../../kernel/db/table-client.ts';
import { create, put, replace, type Write } from '../../kernel/db/transact.ts';
import { type MigrationRun, migrationStates } from '../domain/migration-run.ts';

const StoredRun = z.object({
  id: z.string(),
  name: z.string(),
  code: z.int(),
  isDry: z.boolean(),
  state: z.enum(migrationStates),
  rate: z.number(),
  segments: z.int(),
  execution: z.string(),
  requestedAt: z.string(),
  startedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  dryRun: z.nullable(
    z.object({
      code: z.int(),
      finishedAt: z.string(),
      scanned: z.int(),
      needed: z.int(),
      samples: z.array(z.string()),
    }),
  ),
  version: z.int(),
});

const StoredSegment = z.object({
  /** A segment of another run is ignored. */
  runId: z.string(),
  index: z.int(),
  /** The current source and the position in it. The position is null at the start of a source. */
  source: z.int(),
  position: z.nullable(z.record(z.string(), z.unknown())),
  isDone: z.boolean(),
  scanned: z.int(),
  needed: z.int(),
  changed: z.int(),
  /** Number of items that changed between the read and the write. */
  retried: z.int(),
  /** Capacity units used, as the table reported them. */
  units: z.number(),
  samples: z.array(z.string()),
  /** The last time that a process worked on it. */
  at: z.string(),
  version: z.int(),
});
export type Segment = z.output<typeof StoredSegment>;

/** A run and the progress of its segments. */
interface RunProgress {
  readonly run: MigrationRun;
  readonly segments: readonly Segment[];
}

/** The newest run of a migration with this many segments, or null. One round trip. */
export async function findRun(
  table: Table,
  name: string,
  segmentCount: number,
): Promise<RunProgress | null> {
  const indexes = Array.from({ length: segmentCount }, (_, index) => index);
  const [item, ...parts] = await getItems(table, [
    keys.migrationRun(name),
    ...indexes.map((index) => keys.migrationSegment(name, index)),
  ]);
  const run = parseFound(StoredRun, item);
  if (run === null) return null;
  const segments = parts
    .filter((part) => part !== undefined)
    .map((part) => parseStored(StoredSegment, part))
    .filter(({ runId }) => runId === run.id);
  return { run, segments };
}

/** A run and one of its segments. Null if the run does not exist or the segment is of another run. */
export async function findSegment(
  table: Table,
  name: string,
  index: number,
): Promise<{ readonly run: MigrationRun; readonly segment: Segment } | null> {
  const [item, part] = await getItems(table, [
    keys.migrationRun(name),
    keys.migrationSegment(name, index),
  ]);
  const run = parseFound(StoredRun, item);
  const segment = parseFound(StoredSegment, part);
  return run === null || segment?.runId !== run.id ? null : { run, segment };
}

/** The write that replaces the run that was found. Refused if it has changed since. */
export function runWrite(found: MigrationRun | null, run: MigrationRun): Write {
  if (found === null) return create({ ...keys.migrationRun(run.name), ...run, version: 1 });
  return replace({ ...keys.migrationRun(run.name), ...run, version: found.version });
}

/** The writes that reset all segments of a run. */
export function freshSegments({ id, name, segments, requestedAt }: MigrationRun) {
  return Object.fromEntries(
    Array.from({ length: segments }, (_, index): [string, Write] => {
      const segment: Segment = { ...nothingYet, runId: id, index, at: requestedAt };
      return [`segment ${index}`, put({ ...keys.migrationSegment(name, index), ...segment })];
    }),
  );
}

const nothingYet = {
  source: 0,
  position: null,
  isDone: false,
  scanned: 0,
  needed: 0,
  changed: 0,
  retried: 0,
  units: 0,
  samples: [],
  version: 0,
};

/**
 * The write of a segment's progress. Refused if another process has worked on the segment. Also refused if it now
 * belongs to another run, whose segments also begin with version 0.
 */
export function segmentWrite(name: string, segment: Segment): Write {
  const { version, runId } = segment;
  return {
    put: {
      Item: {
        ...keys.migrationSegment(name, segment.index),
        ...segment,
        version: version + 1,
      },
      ConditionExpression: 'version = :read AND runId = :run',
      ExpressionAttributeValues: { ':read': version, ':run': runId },
    },
  };
}

const Capacity = z.object({ CapacityUnits: z._default(z.number(), 0) });
const Answer = z.object({ ConsumedCapacity: z.optional(z.union([z.array(Capacity), Capacity])) });

/** The same table, and the capacity units that its responses report: reads and writes together. */
export function meteredTable(table: Table): { readonly table: Table; units(): number } {
  let units = 0;
  const { client } = table;
  const call: TableClient['call'] = async (operation, input) => {
    const answer = await client.call(operation, { ...input, ReturnConsumedCapacity: 'TOTAL' });
    const { ConsumedCapacity = [] } = z.parse(Answer, answer);
    for (const { CapacityUnits } of [ConsumedCapacity].flat()) units += CapacityUnits;
    return answer;
  };
  return { table: { ...table, client: { ...client, call } }, units: () => units };
}

/** A page of a source, newest first if it is a list. `next` is where to continue, undefined at the end. */
export async function readSource(
  table: Table,
  source: MigrationSource,
  from: Place | undefined,
  limit: number,
): Promise<{ readonly items: readonly Item[]; readonly next: Place | undefined }> {
  if ('list' in source) return readPart(table, source.list, { from, limit });
  const { Items = [], LastEvaluatedKey } = await table.client.call('Scan', {
    TableName: table.name,
    ConsistentRead: true,
    Segment: source.scan.part,
    TotalSegments: source.scan.of,
    ExclusiveStartKey: from,
    Limit: limit,
  });
  return { items: Items, next: LastEvaluatedKey };
}
