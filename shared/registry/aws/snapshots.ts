import { type ObjectReaderSettings, openObjectReader } from '../../kernel/aws/object-client.ts';
import { timeLimits } from '../../kernel/runtime/client-parts.ts';
import { type ReadSnapshot, readSnapshotFile, snapshotVersion } from './snapshot-file.ts';

/** Where the newest snapshot is that this code can read. */
export const snapshotKey = `search/registry-${snapshotVersion}`;

/** The newest snapshot of the registry; `none` has never been written. */
export type SnapshotReader = () => Promise<ReadSnapshot | { readonly state: 'none' }>;

/**
 * Reads the newest snapshot, in one GET. What was read before the time of the work was over is kept for the next
 * call. Throws where S3 does not answer, and a `DeadlineError`.
 */
export function openSnapshotReader(
  bucket: string,
  credentials?: ObjectReaderSettings['credentials'],
): SnapshotReader {
  const read = openObjectReader({
    bucket,
    key: snapshotKey,
    maxAttempts: 2,
    requestHandler: timeLimits({ attempts: 1, requestTimeout: 1_500 }).requestHandler,
    ...(credentials && { credentials }),
  });
  return async () => {
    const file = await read();
    return file === null ? { state: 'none' } : readSnapshotFile(file);
  };
}
