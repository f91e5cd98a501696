import { randomBytes, randomUUID } from 'node:crypto';
import type { Migration } from '../../shared/kernel/db/migration.ts';
import type { Table } from '../../shared/kernel/db/table.ts';
import type { MigrationDeps } from '../../shared/platform/deps/evidence-deps.ts';
import type { Actor } from '../../shared/platform/domain/audit-entry.ts';
import {
  commandMigration,
  readMigration,
} from '../../shared/platform/usecases/command-migration.ts';
import {
  beginMigration,
  endMigration,
  walkSegment,
} from '../../shared/platform/usecases/work-on-migration.ts';
import { migrations } from '../../shared/service/usecases/migrations.ts';
import { keptLog } from './log.ts';

const operator: Actor = { kind: 'operator', id: 'arn:aws:iam::0:user/test', personId: null };

/** Dependencies for running migrations on a table without waiting. */
export function migratingDeps(table: Table, more: Partial<MigrationDeps> = {}): MigrationDeps {
  return {
    table,
    log: keptLog(),
    stage: 'test',
    now: () => new Date(),
    newId: () => randomUUID(),
    random: (bytes) => randomBytes(bytes),
    migrations,
    wait: async () => {},
    workFor: 10_000,
    ...more,
  };
}

/** Carries out the workflow's steps in sequence. `each` is called before every step. */
export async function work(
  name: string,
  execution: string,
  deps: MigrationDeps,
  each: (step: string) => Promise<void> = async () => {},
): Promise<void> {
  await each('begin');
  const { segments } = await beginMigration({ name, execution }, deps);
  for (const segment of segments) {
    for (let outcome = 'more'; outcome === 'more'; ) {
      await each(`walk ${segment}`);
      outcome = (await walkSegment({ name, execution, segment }, deps)).outcome;
    }
  }
  await each('end');
  await endMigration({ name, execution }, deps);
}

/** Runs a migration to its end, and returns the number of changed items. */
export async function carriedOut(
  migration: Migration,
  deps: MigrationDeps,
  command: 'plan' | 'run' = 'run',
): Promise<number> {
  const { name } = migration;
  const asked = { name, command, rate: 10_000, withoutDryRun: true } as const;
  const { run } = await commandMigration(asked, operator, deps);
  await work(name, run?.execution ?? '', deps);
  return (await readMigration(migration, deps)).run?.changed ?? 0;
}
