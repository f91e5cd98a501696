import { type SnapshotDeps, snapshotDeps } from '../../shared/registry/deps/registry-deps.ts';
import { keepRegisterStatistics } from '../../shared/registry/usecases/register-statistics.ts';
import { fillPostgresql, writeSnapshot } from '../../shared/registry/usecases/write-snapshot.ts';
import { background } from '../../shared/web/http/background.ts';

/**
 * Writes the snapshot from which searches start, or fills PostgreSQL if that is used. Runs on a
 * schedule, and for operators with `{"rebuild": true}`, which makes no difference to a snapshot: it
 * always contains the whole table. Then it counts the published names, if there is a public
 * register.
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
