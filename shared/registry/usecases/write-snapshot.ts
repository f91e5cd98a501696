import { writeSnapshotFile } from '../aws/snapshot-file.ts';
import { snapshotKey } from '../aws/snapshots.ts';
import { registryChanges, type StoredRegistryRow } from '../db/registry-changes.ts';
import type { SnapshotDeps } from '../deps/snapshot-deps.ts';
import { packRegistry } from '../domain/pack-registry.ts';
import { nameTools } from './name-tools.ts';

/** What was written. */
export interface WrittenSnapshot {
  /** How many names the registry has. */
  readonly names: number;
  readonly bytes: number;
}

/**
 * Writes a snapshot of the registry, of all rows that the table's index has, and counts them.
 *
 * It is read anew each time: what came late, or was in an earlier snapshot by mistake, stands right in the next. S3
 * shows the old object or the new one, never a part; of two writers the last one stays, and both have written a whole
 * snapshot that says until when it knows.
 */
export async function writeSnapshot({
  table,
  documents,
  log,
  now,
}: Omit<SnapshotDeps, 'stage'>): Promise<WrittenSnapshot> {
  const until = now().toISOString();
  const newest = new Map<string, StoredRegistryRow>();
  for await (const { rows } of registryChanges(table, '')) {
    for (const row of rows) {
      // A row that changes while it is read comes a second time, further on.
      if (row.version > (newest.get(row.id)?.version ?? -1)) newest.set(row.id, row);
    }
  }
  const content = writeSnapshotFile({ ...packRegistry(newest.values(), nameTools), until });
  await documents.put({ key: snapshotKey, content, contentType: 'application/octet-stream' });
  log.measure({ metric: 'RegistryNames', value: newest.size });
  return { names: newest.size, bytes: content.length };
}
