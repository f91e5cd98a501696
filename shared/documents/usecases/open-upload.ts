import { apiErrors } from '../../kernel/errors/errors.ts';
import { findUploadScan } from '../db/upload-scans.ts';
import type { DocumentDeps } from '../deps/documents.ts';
import { isOpenable, isScannedKey, type UploadState } from '../domain/upload-scan.ts';

/** A link to an uploaded file, which opens it in a browser; null while, or because, nobody may. */
export interface UploadLink {
  readonly url: string | null;
  readonly state: UploadState;
}

/** What is known of a file that was uploaded. One round trip where it has to be scanned: without a verdict it is pending. */
export async function uploadStateOf(
  { objectKey }: { readonly objectKey: string },
  { table }: Pick<DocumentDeps, 'table'>,
): Promise<UploadState> {
  if (!isScannedKey(objectKey)) return 'unscanned';
  return (await findUploadScan(table, objectKey))?.status ?? 'pending';
}

/** A link of so many seconds to a file that was uploaded, if it may be opened. */
export async function uploadLink(
  file: { readonly objectKey: string; readonly contentType: string },
  fileName: string,
  seconds: number,
  deps: Pick<DocumentDeps, 'table' | 'documents'>,
): Promise<UploadLink> {
  const state = await uploadStateOf(file, deps);
  const { objectKey: key, contentType } = file;
  const url = isOpenable(state)
    ? await deps.documents.url({ key, contentType, fileName }, seconds)
    : null;
  return { url, state };
}

/**
 * Refuses a file that nobody may open. Errors: 409 `upload.being_checked` with `Retry-After`, `upload.refused`, `upload.not_checkable`.
 */
export async function requireOpenable(
  file: { readonly objectKey: string },
  deps: Pick<DocumentDeps, 'table'>,
): Promise<void> {
  const state = await uploadStateOf(file, deps);
  if (state === 'pending') throw apiErrors.uploadBeingChecked();
  if (state === 'refused') throw apiErrors.uploadRefused();
  if (state === 'unscannable') throw apiErrors.uploadNotCheckable();
}
