import * as z from 'zod/mini';
import type { Log } from '../../kernel/aws/log.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { PostgresRegistry } from '../aws/postgres-registry.ts';
import { type ReadingPlace, registryChanges } from '../db/registry-changes.ts';
import { lookBack } from '../domain/look-back.ts';
import { knownUntil } from './start-in-postgresql.ts';

/** Under which name PostgreSQL keeps how far a rebuild is. */
const rebuilding = 'rebuilding';

/** What began at a time (Unix milliseconds), and where it goes on; what has no place is at its beginning. */
const Rebuild = z.object({ startedAt: z.int(), place: z.optional(z.array(z.unknown())) });

/** How far clocks may be apart: what others put while a rebuild runs is not taken for something of before. */
const skew = 60_000;

export interface FillParts {
  readonly table: Table;
  readonly registry: PostgresRegistry;
  readonly log: Log;
  now(): Date;
}

/**
 * Brings PostgreSQL up to what the table holds: of what changed since the last time and an hour before it, or, as a
 * rebuild, of everything, after which it has nothing that the table has not, and no newer version. A rebuild whose time
 * is over is gone on with by the next call, whatever that was for. The first call is a rebuild.
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
    // It is what this function has kept.
    for await (const read of registryChanges(table, '', place as ReadingPlace | undefined)) {
      await registry.put(read.rows, { now: now().getTime(), before });
      await registry.keep(rebuilding, JSON.stringify({ startedAt, place: read.place }));
    }
    await registry.removeBefore(before);
    await registry.keep(knownUntil, new Date(startedAt).toISOString());
    await registry.drop(rebuilding);
  }
}
