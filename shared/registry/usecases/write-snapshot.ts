import * as z from 'zod/mini';
import type { Log } from '../../kernel/aws/log.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { PostgresRegistry } from '../aws/postgres-registry.ts';
import { snapshotKey, writeSnapshotFile } from '../aws/snapshots.ts';
import {
  type ReadingPlace,
  registryChanges,
  type StoredRegistryRow,
} from '../db/registry-changes.ts';
import type { SnapshotDeps } from '../deps/registry-deps.ts';
import { packRegistry } from '../domain/pack-registry.ts';
import { lookBack } from '../domain/search-settings.ts';
import { nameTools } from './compare-names.ts';
import { knownUntil } from './search-registry.ts';

/** The result of the write. */
interface WrittenSnapshot {
  /** How many names the registry has. */
  readonly names: number;
  readonly bytes: number;
}

/**
 * Writes a snapshot of the registry from all rows of the table's index, and counts them. It reads everything again each
 * time, so late or wrong rows are right in the next one. S3 shows the old or the new object, never a part; of two
 * writers the last one wins, and both wrote a complete snapshot with its time.
 */
export async function writeSnapshot({
  table,
  documents,
  log,
  now,
}: Omit<SnapshotDeps, 'publishes' | 'postgresql'>): Promise<WrittenSnapshot> {
  const until = now().toISOString();
  const newest = new Map<string, StoredRegistryRow>();
  for await (const { rows } of registryChanges(table, '')) {
    for (const row of rows) {
      // A row that changes while it is read comes a second time, further on.
      if (row.version > (newest.get(row.id)?.version ?? -1)) newest.set(row.id, row);
    }
  }
  const content = writeSnapshotFile({ ...packRegistry(newest.values(), nameTools), until });
  await documents.put({ key: snapshotKey, content, contentType: 'application/octet-stream' });
  log.measure({ metric: 'RegistryNames', value: newest.size });
  return { names: newest.size, bytes: content.length };
}

/** The name under which PostgreSQL stores the progress of a rebuild. */
const rebuilding = 'rebuilding';

/** The start time (Unix milliseconds) and position of a rebuild; without a position it is at its beginning. */
const Rebuild = z.object({ startedAt: z.int(), place: z.optional(z.array(z.unknown())) });

/** How far clocks may be apart: what others put while a rebuild runs is not taken for something of before. */
const skew = 60_000;

interface FillParts {
  readonly table: Table;
  readonly registry: PostgresRegistry;
  readonly log: Log;
  now(): Date;
}

/**
 * Brings PostgreSQL up to what the table holds: of what changed since the last time and an hour before it, or, as a
 * rebuild, of everything, after which it has nothing that the table has not, and no newer version. A rebuild whose time
 * is over is continued with by the next call, whatever that was for. The first call is a rebuild.
 */
export async function fillPostgresql(
  { table, registry, log, now }: FillParts,
  wanted: { readonly rebuild: boolean },
): Promise<{ readonly names: number }> {
  await registry.prepare();
  const begun = now().getTime();
  const until = await registry.note(knownUntil);
  const left = await registry.note(rebuilding);
  if (left !== undefined || wanted.rebuild || until === undefined) await rebuild(left);
  else {
    const since = new Date(Date.parse(until) - lookBack.far).toISOString();
    for await (const { rows } of registryChanges(table, since)) {
      await registry.put(rows, { now: now().getTime() });
    }
    await registry.keep(knownUntil, new Date(begun).toISOString());
  }
  const names = await registry.count();
  log.measure({ metric: 'RegistryNames', value: names });
  return { names };

  async function rebuild(left: string | undefined): Promise<void> {
    const { startedAt, place } =
      left === undefined ? { startedAt: begun } : z.parse(Rebuild, JSON.parse(left));
    if (left === undefined) await registry.keep(rebuilding, JSON.stringify({ startedAt }));
    const before = startedAt - skew;
    // Its own earlier value.
    for await (const read of registryChanges(table, '', place as ReadingPlace | undefined)) {
      await registry.put(read.rows, { now: now().getTime(), before });
      await registry.keep(rebuilding, JSON.stringify({ startedAt, place: read.place }));
    }
    await registry.removeBefore(before);
    await registry.keep(knownUntil, new Date(startedAt).toISOString());
    await registry.drop(rebuilding);
  }
}
