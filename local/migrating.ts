import { pause } from '../shared/kernel/runtime/deadline.ts';
import { system } from '../shared/platform/domain/audit-entry.ts';
import { isUnderWay } from '../shared/platform/domain/migration-run.ts';
import { commandMigration, readMigrations } from '../shared/platform/usecases/command-migration.ts';
import { migrationDeps } from '../shared/service/deps/maintenance.ts';

/** Units a second: nobody else uses the engine. */
const rate = 10_000;

/**
 * Carries out every open migration of this release, in its newest form. They run in the background. Answers their
 * progress when all are done, or after a minute.
 */
export async function migrateNow() {
  const deps = migrationDeps();
  for (const { migration, run } of await readMigrations(undefined, deps)) {
    const { name, code } = migration;
    if (run?.state === 'finished' && run.code === code && !run.isDry) continue;
    await commandMigration({ name, command: 'run', rate, withoutDryRun: true }, system, deps);
  }
  const until = performance.now() + 60_000;
  for (;;) {
    const states = await readMigrations(undefined, deps);
    const isDone = states.every(({ run }) => run !== null && !isUnderWay(run));
    if (isDone || performance.now() > until) {
      return states.map(({ migration: { name }, run }) => ({
        name,
        state: run?.state ?? 'planned',
        scanned: run?.scanned ?? 0,
        changed: run?.changed ?? 0,
      }));
    }
    await pause(200);
  }
}
