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
  /** The number of names in the registry. */
  readonly names: number;
  readonly bytes: number;
}

/**
 * Writes a snapshot of the registry from all rows of the table's index, and counts them. Reads everything each time, so
 * that late or wrong rows are corrected by the next snapshot. S3 returns the old or the new object, never a part. If
 * two runs overlap, the last write wins, and both are complete.
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
      // A row that changes during the read appears again later.
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

/** The start time (Unix milliseconds) and position of a rebuild; no position at its beginning. */
const Rebuild = z.object({ startedAt: z.int(), place: z.optional(z.array(z.unknown())) });

/** The tolerated clock skew, so that rows that others put during a rebuild are not removed as old. */
const skew = 60_000;

interface FillParts {
  readonly table: Table;
  readonly registry: PostgresRegistry;
  readonly log: Log;
  now(): Date;
}

/**
 * Updates PostgreSQL from the table: normally the changes since the last run, and an hour before; in a rebuild,
 * everything, after which rows that the table lacks are removed. A rebuild that runs out of time is continued by the
 * next call of either kind. The first call is a rebuild.
 */
export async function fillPostgresql(
  { table, registry, log, now }: FillParts,
  requested: { readonly rebuild: boolean },
): Promise<{ readonly names: number }> {
  await registry.prepare();
  const begun = now().getTime();
  const until = await registry.note(knownUntil);
  const left = await registry.note(rebuilding);
  if (left !== undefined || requested.rebuild || until === undefined) await rebuild(left);
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
    // The value was stored by an earlier call.
    for await (const read of registryChanges(table, '', place as ReadingPlace | undefined)) {
      await registry.put(read.rows, { now: now().getTime(), before });
      await registry.keep(rebuilding, JSON.stringify({ startedAt, place: read.place }));
    }
    await registry.removeBefore(before);
    await registry.keep(knownUntil, new Date(startedAt).toISOString());
    await registry.drop(rebuilding);
  }
}
