import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { listPlaces, pagesOf } from '../../kernel/db/listed-kinds.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import { scanStatuses } from '../domain/upload-scan.ts';

/** The uploader and the purpose of a file; ids only. */
const Uploader = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tax_proof'), personId: z.string() }),
  z.object({
    kind: z.literal('proof_of_address'),
    integrationId: z.string(),
    applicationId: z.string(),
  }),
  z.object({
    kind: z.literal('information'),
    reviewId: z.string(),
    requestId: z.string(),
    /** The person who answered; null for a partner. */
    personId: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('mailbox_evidence'),
    caseId: z.string(),
    /** The staff member. */
    personId: z.string(),
  }),
]);
export type Uploader = z.output<typeof Uploader>;

/** The scan of an uploaded file. It is stored before the file's bytes are in the bucket. */
export const StoredUploadScan = z.object({
  id: z.string(),
  /** It ends with the SHA-256 of the bytes, so an existing object is the same file. */
  objectKey: z.string(),
  uploader: Uploader,
  status: z.enum(scanStatuses),
  createdAt: z.string(),
  /** Null while it is pending. */
  decidedAt: z.nullable(z.string()),
});
export type StoredUploadScan = z.output<typeof StoredUploadScan>;

/** The scan of the file under this key, strongly consistent; null if there is none. */
export async function findUploadScan(
  table: Table,
  objectKey: string,
): Promise<StoredUploadScan | null> {
  return parseFound(StoredUploadScan, await getItem(table, keys.uploadScan(objectKey)));
}

/** The item of a scan, on the operators' lists. */
export function uploadScanItem(scan: StoredUploadScan): Item {
  const { id, createdAt, status, objectKey } = scan;
  return {
    ...keys.uploadScan(objectKey),
    ...scan,
    ...listPlaces('upload', { id, createdAt, state: status }),
  };
}

/**
 * Records that a file must be scanned and returns null; or returns its existing scan. Files that the scanner could not
 * read are scanned again.
 */
export async function awaitScan(
  table: Table,
  scan: StoredUploadScan,
): Promise<StoredUploadScan | null> {
  const outcome = await transact(table, {
    scan: orElse(
      {
        put: {
          Item: uploadScanItem(scan),
          ConditionExpression: 'attribute_not_exists(pk) OR #status = :unscannable',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':unscannable': 'unscannable' },
        },
      },
      (found) => parseFound(StoredUploadScan, found),
    ),
  });
  if (outcome.kind === 'written') return null;
  if (outcome.refusal == null) throw outcome.error;
  return outcome.refusal;
}

/** The write of a scan's next state. Refused if it has changed since it was read. */
export function uploadScanWrite(next: StoredUploadScan, read: StoredUploadScan): Write {
  return {
    put: {
      Item: uploadScanItem(next),
      ConditionExpression: '#status = :read AND id = :id',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':read': read.status, ':id': read.id },
    },
  };
}

/** A page of the scans of all uploads, newest first. */
export const pageOfUploads = pagesOf('upload', StoredUploadScan);
