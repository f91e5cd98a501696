import { isScannedKey, refusedKey } from '../../documents/domain/upload-scan.ts';
import { keys } from '../../kernel/db/keys.ts';
import { removeAll } from '../db/erase-items.ts';
import { fileErasureKey, readFileErasures } from '../db/file-erasures.ts';
import type { RetentionDeps } from '../deps/retention.ts';

type FileDeps = Pick<RetentionDeps, 'table' | 'files'>;

/** Erases the files of what is gone, and forgets that it had to be done; done again, it does nothing. */
export async function eraseFilesOf(
  id: string,
  uploads: readonly { readonly objectKey: string }[],
  { table, files }: FileDeps,
): Promise<void> {
  if (uploads.length === 0) return;
  for (const { objectKey } of uploads) await eraseFile(objectKey, { table, files });
  await removeAll(table, [fileErasureKey(id)]);
}

/** Erases one file, the copy that was set apart for malware, and its scan. */
export async function eraseFile(objectKey: string, { table, files }: FileDeps): Promise<void> {
  await files.erase(objectKey);
  if (!isScannedKey(objectKey)) return;
  await files.erase(refusedKey(objectKey));
  await removeAll(table, [keys.uploadScan(objectKey)]);
}

/** Does what runs that were cut off have left; answers the errors of those that have to be tried again. */
export async function finishFileErasures(deps: FileDeps): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  for (const { id, objectKeys } of await readFileErasures(deps.table)) {
    const files = objectKeys.map((objectKey) => ({ objectKey }));
    await eraseFilesOf(id, files, deps).catch((error: unknown) => errors.push(error));
  }
  return errors;
}
