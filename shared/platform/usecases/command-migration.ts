import type { Migration } from '../../kernel/db/migration.ts';
import { transact } from '../../kernel/db/transact.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { findRun, freshSegments, runWrite } from '../db/migration-runs.ts';
import { eventWrite } from '../db/outbox.ts';
import type { MigrationDeps } from '../deps/migration-deps.ts';
import type { Actor } from '../domain/audit-entry.ts';
import { paused, requested } from '../domain/migration-run.ts';
import type { MigrationState } from '../domain/migration-state.ts';
import { auditAct } from './audit-act.ts';
import { migrationNamed } from './migration-named.ts';
import { readMigration, sumsOf } from './read-migrations.ts';

/** What operators say of a migration. `plan` is a dry run: it counts, and changes nothing; `rate` is units a second. */
export type MigrationCommand =
  | { readonly command: 'plan'; readonly name: string; readonly rate: number }
  | {
      readonly command: 'run';
      readonly name: string;
      readonly rate: number;
      readonly withoutDryRun: boolean;
    }
  | { readonly command: 'pause'; readonly name: string };

/**
 * Has a migration looked at, carried out, or paused. Of two who ask at once one begins it, and the other is told that it is
 * under way. Errors: 404; 409 `migration.under_way`, `migration.no_dry_run`, `migration.not_under_way`.
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
  const wish = { name, code, segments, isDry, rate, withoutDryRun };
  return untilWritten(async () => {
    const now = deps.now();
    const at = now.toISOString();
    const found = await findRun(deps.table, name, segments);
    const lastSign = found === null ? at : sumsOf(found.run, found.segments).lastSign;
    const ids = { run: deps.newId(), execution: deps.newId() };
    const result = requested(found?.run ?? null, wish, lastSign, ids, now);
    if (result.kind === 'same') return;
    if (result.kind === 'refused') {
      throw result.reason === 'under_way'
        ? apiErrors.migrationUnderWay()
        : apiErrors.migrationWithoutDryRun();
    }
    const { run, goesOn } = result;
    const outcome = await transact(deps.table, {
      run: runWrite(found?.run ?? null, run),
      ...(goesOn ? {} : freshSegments(run)),
      event: eventWrite(run.execution, at, { type: 'migration.wanted', name }),
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
  return untilWritten(async () => {
    const found = await findRun(deps.table, name, segments.length);
    if (found?.run.state === 'paused') return;
    const run = found && paused(found.run);
    if (found === null || run === null) throw apiErrors.migrationNotUnderWay();
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
