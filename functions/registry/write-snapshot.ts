import { type SnapshotDeps, snapshotDeps } from '../../shared/registry/deps/registry-deps.ts';
import { keepRegisterStatistics } from '../../shared/registry/usecases/register-statistics.ts';
import { fillPostgresql, writeSnapshot } from '../../shared/registry/usecases/write-snapshot.ts';
import { background } from '../../shared/web/http/background.ts';

/**
 * Writes the snapshot that searches start from, or fills PostgreSQL where they are there. Called by the clock, and by
 * operators with `{"rebuild": true}`, which to a snapshot makes no difference: it is of the whole table anyway.
 * Then it counts the public register, if there is one.
 */
async function run(deps: SnapshotDeps, event: unknown) {
  const { postgresql: registry } = deps;
  const written =
    registry === undefined
      ? await writeSnapshot(deps)
      : await fillPostgresql({ ...deps, registry }, { rebuild: Object(event).rebuild === true });
  if (deps.publishes) await keepRegisterStatistics(written, deps);
  return written;
}

export const handler = background(
  run,
  snapshotDeps,
  'what searches start from could not be written',
);
