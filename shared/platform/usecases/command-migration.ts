import type { Migration } from '../../kernel/db/migration.ts';
import { transact } from '../../kernel/db/transact.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { findRun, freshSegments, runWrite, type Segment } from '../db/migration-runs.ts';
import { eventWrite } from '../db/outbox.ts';
import type { MigrationDeps } from '../deps/evidence-deps.ts';
import type { Actor } from '../domain/audit-entry.ts';
import {
  isDead,
  isUnderWay,
  type MigrationRun,
  type MigrationState,
  paused,
  type RunSums,
  requested,
} from '../domain/migration-run.ts';
import * as platformErrors from '../errors/platform-errors.ts';
import { auditAct } from './audit.ts';

/** An operator's command. `plan` is a dry run: it counts and changes nothing. `rate` is capacity units per second. */
type MigrationCommand =
  | { readonly command: 'plan'; readonly name: string; readonly rate: number }
  | {
      readonly command: 'run';
      readonly name: string;
      readonly rate: number;
      readonly withoutDryRun: boolean;
    }
  | { readonly command: 'pause'; readonly name: string };

/**
 * Plans, carries out or pauses a migration. If two callers start one at the same time, the second gets
 * `migration.under_way`. Errors: 404; 409 `migration.under_way`, `migration.no_dry_run`, `migration.not_under_way`.
 */
export async function commandMigration(
  asked: MigrationCommand,
  actor: Actor,
  deps: MigrationDeps,
): Promise<MigrationState> {
  const migration = migrationNamed(asked.name, deps);
  if (migration === undefined) throw apiErrors.notFound();
  await (asked.command === 'pause'
    ? pause(migration, actor, deps)
    : request(migration, asked, actor, deps));
  return readMigration(migration, deps);
}

function request(
  migration: Migration,
  asked: Exclude<MigrationCommand, { readonly command: 'pause' }>,
  actor: Actor,
  deps: MigrationDeps,
): Promise<void> {
  const { name, code } = migration;
  const { rate } = asked;
  const isDry = asked.command === 'plan';
  const withoutDryRun = asked.command === 'run' && asked.withoutDryRun;
  const segments = migration.segments.length;
  const input = { name, code, segments, isDry, rate, withoutDryRun };
  return retryOnConflict(async () => {
    const now = deps.now();
    const at = now.toISOString();
    const found = await findRun(deps.table, name, segments);
    const lastSign = found === null ? at : sumsOf(found.run, found.segments).lastSign;
    const ids = { run: deps.newId(), execution: deps.newId() };
    const result = requested(found?.run ?? null, input, lastSign, ids, now);
    if (result.kind === 'same') return;
    if (result.kind === 'refused') {
      throw result.reason === 'under_way'
        ? platformErrors.migrationUnderWay()
        : platformErrors.migrationWithoutDryRun();
    }
    const { run, goesOn } = result;
    const outcome = await transact(deps.table, {
      run: runWrite(found?.run ?? null, run),
      ...(goesOn ? {} : freshSegments(run)),
      event: eventWrite(run.execution, at, { type: 'migration.requested', name }),
      ...auditAct(deps, {
        at,
        actor,
        action: isDry ? 'migration.planned' : 'migration.requested',
        subject: { type: 'migration', id: name },
        details: { run: run.id, code, rate, goesOn, withoutDryRun },
      }),
    });
    return outcome.kind === 'written' ? undefined : lostRace;
  });
}

function pause(migration: Migration, actor: Actor, deps: MigrationDeps): Promise<void> {
  const { name, segments } = migration;
  return retryOnConflict(async () => {
    const found = await findRun(deps.table, name, segments.length);
    if (found?.run.state === 'paused') return;
    const run = found && paused(found.run);
    if (found === null || run === null) throw platformErrors.migrationNotUnderWay();
    const outcome = await transact(deps.table, {
      run: runWrite(found.run, run),
      ...auditAct(deps, {
        at: deps.now().toISOString(),
        actor,
        action: 'migration.paused',
        subject: { type: 'migration', id: name },
        details: { run: run.id },
      }),
    });
    return outcome.kind === 'written' ? undefined : lostRace;
  });
}

/** The migration of this name, or undefined if this release has none. */
export function migrationNamed(
  name: string,
  { migrations }: Pick<MigrationDeps, 'migrations'>,
): Migration | undefined {
  return migrations.find((each) => each.name === name);
}

/** Every migration of this release, or the one of this name, with the progress of its newest run. */
export async function readMigrations(
  name: string | undefined,
  deps: MigrationDeps,
): Promise<readonly MigrationState[]> {
  const requested = deps.migrations.filter((each) => name === undefined || each.name === name);
  return Promise.all(requested.map((migration) => readMigration(migration, deps)));
}

/** One migration with the progress of its newest run. */
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
    scanned: sum(({ scanned }) => scanned),
    needed: sum(({ needed }) => needed),
    changed: sum(({ changed }) => changed),
    retried: sum(({ retried }) => retried),
    units: Math.round(sum(({ units }) => units)),
    samples: segments.flatMap(({ samples }) => samples).slice(0, 10),
    lastSign: signs.toSorted().at(-1) ?? run.requestedAt,
  };
}
