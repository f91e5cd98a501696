import { createHash } from 'node:crypto';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { awaitScan, type Uploader } from '../db/upload-scans.ts';
import type { UploadDeps } from '../deps/documents.ts';
import { scannedPart, type UploadFolder } from '../domain/upload-scan.ts';
import { type FileEntry, storeFile } from './store-file.ts';

/** A file that somebody uploads, and whose it is within its folder. */
export interface Upload {
  readonly folder: UploadFolder;
  readonly owner: string;
  readonly content: Uint8Array;
  readonly contentType: string;
  readonly uploader: Uploader;
}

/**
 * Stores what a stranger uploads, as `storeFile` does. Where uploads are scanned, that is noted before the first byte is in the bucket, so
 * that no verdict comes too early, and the file lies where nobody opens it before. A file that is there is not written over: its new version
 * would have no verdict.
 *
 * Error: 409 `upload.refused` for bytes in which malware was found before.
 */
export async function storeUpload(upload: Upload, deps: UploadDeps): Promise<FileEntry> {
  const { folder, owner, content, contentType, uploader } = upload;
  if (!deps.uploadScans.required)
    return storeFile(`${folder}/${owner}`, content, contentType, deps);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const objectKey = `${folder}/${scannedPart}/${owner}/${sha256}`;
  const before = await awaitScan(deps.table, {
    id: deps.newId(),
    objectKey,
    uploader,
    status: 'pending',
    createdAt: deps.now().toISOString(),
    decidedAt: null,
  });
  if (before?.status === 'refused') throw apiErrors.uploadRefused();
  // Who noted it first may have died before the bytes were there.
  const onlyNew = before !== null;
  await deps.documents.put({ key: objectKey, content, contentType, onlyNew });
  return { contentType, size: content.length, sha256, objectKey };
}
