import * as z from 'zod/mini';
import { presented } from '../../kernel/contracts/presented.ts';
import { Line, OutputInstant } from '../../kernel/contracts/text.ts';
import { type MigrationState, migrationStates } from '../domain/migration-run.ts';

const Name = Line(60);

/** Query of `GET /admin/v1/migrations`. */
export const MigrationsQuery = z.object({ name: z.optional(Name) });

const rate = z._default(z.int().check(z.gte(10), z.lte(10_000)), 200);

/** Body of `POST /admin/v1/migrations`. `rate`: the table's capacity units per second, reads and writes together. */
export const CommandMigration = z.discriminatedUnion('command', [
  z.object({ command: z.literal('plan'), name: Name, rate }),
  z.object({
    command: z.literal('run'),
    name: Name,
    rate,
    withoutDryRun: z._default(z.boolean(), false),
  }),
  z.object({ command: z.literal('pause'), name: Name }),
]);

const Count = z.int().check(z.gte(0));

const Run = z.object({
  id: z.string(),
  revision: Count,
  dry: z.boolean(),
  rate: Count,
  requestedAt: OutputInstant,
  startedAt: z.nullable(OutputInstant),
  finishedAt: z.nullable(OutputInstant),
  failure: z.nullable(z.string()),
  segments: Count,
  segmentsDone: Count,
  scanned: Count,
  needed: Count,
  changed: Count,
  retried: Count,
  units: Count,
  samples: z.array(z.string()),
  lastSign: OutputInstant,
});
const DryRun = z.object({
  revision: Count,
  finishedAt: OutputInstant,
  scanned: Count,
  needed: Count,
  samples: z.array(z.string()),
});

/** A migration of this release with its newest run. Fields about the run are null if there is none. */
export const AdminMigration = z.object({
  name: z.string(),
  revision: Count,
  about: z.string(),
  state: z.nullable(z.enum(migrationStates)),
  idle: z.boolean(),
  run: z.nullable(Run),
  dryRun: z.nullable(DryRun),
});

export const MigrationAnswer = z.object({ data: AdminMigration });
export const MigrationsAnswer = z.object({ data: z.array(AdminMigration) });

/** A migration as operators see it. */
export function presentMigration({
  migration,
  run,
  isIdle,
  dryRun,
}: MigrationState): z.output<typeof AdminMigration> {
  const { name, code, about } = migration;
  return {
    name,
    revision: code,
    about,
    state: run?.state ?? null,
    idle: isIdle,
    run: run && presented(Run, { ...run, revision: run.code, dry: run.isDry }),
    dryRun: dryRun && presented(DryRun, { ...dryRun, revision: dryRun.code }),
  };
}
