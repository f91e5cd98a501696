import { type SnapshotDeps, snapshotDeps } from '../../shared/registry/deps/registry-deps.ts';
import { fillPostgresql, writeSnapshot } from '../../shared/registry/usecases/write-snapshot.ts';
import { background } from '../../shared/web/http/background.ts';

/**
 * Writes the snapshot that searches start from, or fills PostgreSQL where they are there. Called by the clock, and by
 * operators with `{"rebuild": true}`, which to a snapshot makes no difference: it is of the whole table anyway.
 */
async function run(deps: SnapshotDeps, event: unknown) {
  const { postgresql: registry } = deps;
  return registry === undefined
    ? writeSnapshot(deps)
    : fillPostgresql({ ...deps, registry }, { rebuild: Object(event).rebuild === true });
}

export const handler = background(
  run,
  snapshotDeps,
  'what searches start from could not be written',
);
