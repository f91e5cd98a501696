import * as z from 'zod/mini';
import type { MigrationDeps } from '../../../shared/platform/deps/evidence-deps.ts';
import {
  beginMigration,
  endMigration,
  failMigration,
  walkSegment,
} from '../../../shared/platform/usecases/work-on-migration.ts';
import { migrationDeps } from '../../../shared/service/deps/maintenance.ts';
import { background, task } from '../../../shared/web/http/background.ts';

const of = { name: z.string(), execution: z.string() };

const Input = z.discriminatedUnion('step', [
  z.object({ step: z.literal('begin'), ...of }),
  z.object({ step: z.literal('walk'), ...of, segment: z.int(), lap: z.int(), laps: z.int() }),
  z.object({ step: z.literal('end'), ...of }),
  z.object({ step: z.literal('fail'), ...of, error: z.string() }),
]);

/** One function for all steps because they need the same rights. */
async function run(
  input: z.output<typeof Input>,
  deps: MigrationDeps,
): Promise<Readonly<Record<string, string | number | readonly number[]>>> {
  switch (input.step) {
    case 'begin':
      return { ...(await beginMigration(input, deps)) };
    case 'walk': {
      const { outcome, wait } = await walkSegment(input, deps);
      const lap = input.lap + 1;
      // The next execution continues: the history of one execution is limited.
      return { outcome: outcome === 'more' && lap >= input.laps ? 'stop' : outcome, wait, lap };
    }
    case 'end':
      await endMigration(input, deps);
      return {};
    case 'fail':
      await failMigration(input, input.error, deps);
      return {};
  }
}

export const handler = background(task('migration/work', Input, run), migrationDeps);
