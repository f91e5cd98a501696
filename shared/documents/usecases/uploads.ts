import { createHash } from 'node:crypto';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import { conflict, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { ScannedObject } from '../aws/scan-result.ts';
import type { UploadQuery } from '../contracts/admin-uploads-contract.ts';
import {
  awaitScan,
  findUploadScan,
  pageOfUploads,
  type StoredUploadScan,
  type Uploader,
  uploadScanWrite,
} from '../db/upload-scans.ts';
import type { DocumentDeps, UploadDeps } from '../deps/documents.ts';
import {
  isOpenable,
  isScannedKey,
  refusedKey,
  scanAfter,
  scannedPart,
  type UploadFolder,
  type UploadState,
} from '../domain/upload-scan.ts';
import * as documentErrors from '../errors/document-errors.ts';

/** A link that opens an uploaded file in a browser; a null URL if it may not be opened. */
export interface UploadLink {
  readonly url: string | null;
  readonly state: UploadState;
}

/** The scan state of an uploaded file; pending without a verdict. One round trip if the file must be scanned. */
export async function uploadStateOf(
  { objectKey }: { readonly objectKey: string },
  { table }: Pick<DocumentDeps, 'table'>,
): Promise<UploadState> {
  if (!isScannedKey(objectKey)) return 'unscanned';
  return (await findUploadScan(table, objectKey))?.status ?? 'pending';
}

/** A link to an uploaded file, valid for the given seconds, if it may be opened. */
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
 * Throws if the file may not be opened. Errors: 409 `upload.being_checked` with `Retry-After`, `upload.refused`,
 * `upload.not_checkable`.
 */
export async function requireOpenable(
  file: { readonly objectKey: string },
  deps: Pick<DocumentDeps, 'table'>,
): Promise<void> {
  const state = await uploadStateOf(file, deps);
  if (state === 'pending') throw documentErrors.uploadBeingChecked();
  if (state === 'refused') throw documentErrors.uploadRefused();
  if (state === 'unscannable') throw documentErrors.uploadNotCheckable();
}

/** An upload, and its owner within its folder. */
interface Upload {
  readonly folder: UploadFolder;
  readonly owner: string;
  readonly content: Uint8Array;
  readonly contentType: string;
  readonly uploader: Uploader;
}

/**
 * Stores an upload from outside, as `storeFile` does. If scanning is on, the scan is recorded before the bytes are
 * stored, so that no verdict arrives too early, and the file can't be opened yet. An existing file is not overwritten,
 * because the new version would have no verdict.
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
  if (before?.status === 'refused') throw documentErrors.uploadRefused();
  // An earlier attempt may have failed after recording the scan, before storing the bytes.
  const onlyNew = before !== null;
  await deps.documents.put({ key: objectKey, content, contentType, onlyNew });
  return { contentType, size: content.length, sha256, objectKey };
}

/** The size and digest of a stored file. */
interface FileEntry {
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly objectKey: string;
}

/**
 * Stores a file's bytes in its folder, such as `documents/<entity>`, under their SHA-256, and returns the fields for
 * its entry, which is written afterwards. Bytes without an entry, left by a failure, are never served, and reused by
 * the next attempt.
 */
export async function storeFile(
  folder: string,
  content: Uint8Array,
  contentType: string,
  { documents }: Pick<DocumentDeps, 'documents'>,
): Promise<FileEntry> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const objectKey = `${folder}/${sha256}`;
  await documents.put({ key: objectKey, content, contentType });
  return { contentType, size: content.length, sha256, objectKey };
}

/**
 * Records a scanner's verdict on a file. If it can't be opened, the uploader gets an email; a file with malware is
 * moved to a place that the service never reads. Verdicts may arrive late, repeatedly and in any order. Files not
 * uploaded through the service are ignored.
 */
export async function noteScan(scanned: ScannedObject, deps: DocumentDeps): Promise<void> {
  const { objectKey } = scanned;
  const known = await retryOnConflict(() => note(scanned, deps));
  if (!known) {
    deps.log.info('a scan result for an unknown file', { reason: scanned.reason });
    return;
  }
  // Also on a repeat, because the first call may have ended before this step.
  if (scanned.verdict === 'refused') await keepApart(objectKey, deps);
}

async function note({ objectKey, verdict, reason }: ScannedObject, deps: DocumentDeps) {
  const scan = await findUploadScan(deps.table, objectKey);
  if (scan === null) return false;
  const status = scanAfter(scan.status, verdict);
  if (status === null) return true;
  const at = deps.now().toISOString();
  const { id } = scan;
  const outcome = await transact(deps.table, {
    scan: orElse(uploadScanWrite({ ...scan, status, decidedAt: at }, scan), conflict),
    ...(status !== 'clean' && {
      notification: mailWrite(deps.newId(), at, {
        template: 'upload_not_accepted',
        objectKey,
        scanId: id,
        status,
      }),
      ...auditAct(deps, {
        at,
        actor: system,
        action: `upload.${status}`,
        subject: { type: 'upload', id },
        details: { kind: scan.uploader.kind, reason },
      }),
    }),
  });
  if (outcome.kind === 'refused') return outcome.refusal ?? conflict();
  return true;
}

/** Moves the bytes. During the move, they exist in both places and can be opened in neither. */
async function keepApart(objectKey: string, { documents }: DocumentDeps): Promise<void> {
  if ((await documents.size(objectKey)) === null) return;
  const content = await documents.read(objectKey);
  // A type that browsers only download.
  const contentType = 'application/octet-stream';
  await documents.put({ key: refusedKey(objectKey), content, contentType });
  await documents.remove(objectKey);
}

/** A page of the scanned uploads, newest first. */
export function listUploads(
  { limit, cursor, status: state, ...days }: UploadQuery,
  { table }: { readonly table: Table },
): Promise<Page<StoredUploadScan>> {
  return pageOfUploads(table, { state, ...days }, { limit, after: cursor });
}
