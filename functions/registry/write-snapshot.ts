import type { Context } from 'aws-lambda';
import { root } from '../../shared/kernel/deps/root.ts';
import { type SnapshotDeps, snapshotDeps } from '../../shared/registry/snapshot-deps.ts';
import { writeSnapshot } from '../../shared/registry/usecases/write-snapshot.ts';
import { inTime } from '../../shared/web/in-time.ts';

/** Writes the snapshot that searches start from. Called by the clock, and by operators; with what does not matter. */
async function run(deps: SnapshotDeps) {
  try {
    return await writeSnapshot(deps);
  } catch (error) {
    deps.log.error('no snapshot of the registry could be written', {}, error);
    throw error;
  }
}

const deps = root(snapshotDeps);

export const handler = (_event: unknown, context?: Context) => inTime(context, () => run(deps()));
