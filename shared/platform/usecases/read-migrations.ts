import type { Migration } from '../../kernel/db/migration.ts';
import { findRun, type Segment } from '../db/migration-runs.ts';
import type { MigrationDeps } from '../deps/migration-deps.ts';
import { isDead, isUnderWay, type MigrationRun } from '../domain/migration-run.ts';
import type { MigrationState, RunSums } from '../domain/migration-state.ts';

/** Every migration of this release, or that of a name; with how far its newest run is. */
export async function readMigrations(
  name: string | undefined,
  deps: MigrationDeps,
): Promise<readonly MigrationState[]> {
  const wanted = deps.migrations.filter((each) => name === undefined || each.name === name);
  return Promise.all(wanted.map((migration) => readMigration(migration, deps)));
}

/** One of them. */
export async function readMigration(
  migration: Migration,
  { table, now }: MigrationDeps,
): Promise<MigrationState> {
  const found = await findRun(table, migration.name, migration.segments.length);
  if (found === null) return { migration, run: null, isIdle: false, dryRun: null };
  const { run, segments } = found;
  const sums = sumsOf(run, segments);
  const isIdle = isUnderWay(run) && isDead(sums.lastSign, now());
  return { migration, run: { ...run, ...sums }, isIdle, dryRun: run.dryRun };
}

/** The sums of a run's segments. */
export function sumsOf(run: MigrationRun, segments: readonly Segment[]): RunSums {
  const sum = (of: (segment: Segment) => number) =>
    segments.reduce((total, segment) => total + of(segment), 0);
  const signs = [run.requestedAt, ...segments.map(({ at }) => at)];
  return {
    segmentsDone: sum(({ isDone }) => (isDone ? 1 : 0)),
    looked: sum(({ looked }) => looked),
    wanted: sum(({ wanted }) => wanted),
    changed: sum(({ changed }) => changed),
    again: sum(({ again }) => again),
    units: Math.round(sum(({ units }) => units)),
    samples: segments.flatMap(({ samples }) => samples).slice(0, 10),
    lastSign: signs.toSorted().at(-1) ?? run.requestedAt,
  };
}
