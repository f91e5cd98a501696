import type { Context } from 'aws-lambda';
import { root } from '../../shared/kernel/deps/root.ts';
import { inTime } from '../../shared/kernel/runtime/deadline.ts';
import { type SnapshotDeps, snapshotDeps } from '../../shared/registry/deps/registry-deps.ts';
import { fillPostgresql, writeSnapshot } from '../../shared/registry/usecases/write-snapshot.ts';

/**
 * Writes the snapshot that searches start from, or fills PostgreSQL where they are there. Called by the clock, and by
 * operators with `{"rebuild": true}`, which to a snapshot makes no difference: it is of the whole table anyway.
 */
async function run(event: unknown, deps: SnapshotDeps) {
  const { postgresql: registry } = deps;
  try {
    if (registry === undefined) return await writeSnapshot(deps);
    return await fillPostgresql({ ...deps, registry }, { rebuild: Object(event).rebuild === true });
  } catch (error) {
    deps.log.error('what searches start from could not be written', {}, error);
    throw error;
  }
}

const deps = root(snapshotDeps);

export const handler = (event: unknown, context?: Context) =>
  inTime(context, () => run(event, deps()));
