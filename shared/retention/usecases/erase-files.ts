import { isScannedKey, refusedKey } from '../../documents/domain/upload-scan.ts';
import { keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Item } from '../../kernel/db/table.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { Product } from '../../kernel/domain/product.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findReview, StoredReviewAnswer } from '../../reviews/db/reviews.ts';
import { readCase, uploadRemovals } from '../db/case-items.ts';
import {
  fileErasureKey,
  fileErasureWrite,
  keyOf,
  readFileErasures,
  removeAll,
} from '../db/erase-items.ts';
import type { RetentionDeps } from '../deps/retention.ts';

type FileDeps = Pick<RetentionDeps, 'table' | 'files'>;

/** Deletes the files of removed items, then the record of this task. Safe to repeat. */
export async function eraseFilesOf(
  id: string,
  uploads: readonly { readonly objectKey: string }[],
  { table, files }: FileDeps,
): Promise<void> {
  if (uploads.length === 0) return;
  for (const { objectKey } of uploads) await eraseFile(objectKey, { table, files });
  await removeAll(table, [fileErasureKey(id)]);
}

/** Deletes one file, its quarantined copy, and its scan. */
export async function eraseFile(objectKey: string, { table, files }: FileDeps): Promise<void> {
  await files.erase(objectKey);
  if (!isScannedKey(objectKey)) return;
  await files.erase(refusedKey(objectKey));
  await removeAll(table, [keys.uploadScan(objectKey)]);
}

/** Completes the file deletions of interrupted runs. Returns the errors of those to retry. */
export async function finishFileErasures(deps: FileDeps): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  for (const { id, objectKeys } of await readFileErasures(deps.table)) {
    const files = objectKeys.map((objectKey) => ({ objectKey }));
    await eraseFilesOf(id, files, deps).catch((error: unknown) => errors.push(error));
  }
  return errors;
}

/**
 * Erases the files uploaded for a case after its decision is carried out: proofs with their items, and files of
 * answers, whose texts stay. False if there is nothing to erase. `later`: the decision is not carried out yet or was
 * just now, or an open case may still need the files.
 */
export async function eraseProofs(
  reviewId: string,
  days: number,
  deps: RetentionDeps,
): Promise<boolean | 'later'> {
  const { table } = deps;
  const review = await findReview(table, reviewId);
  if (review === null) return false;
  if (review.carriedOutAt === null) return 'later';
  const { type, id } = review.subject;
  const found = await readCase(table, type, id);
  if (found !== null && (found.isProofNeeded || isUnderWay(type, found.statusId))) return 'later';
  const beside = await readAll(table, { value: keys.review(reviewId).pk });
  const answers = beside.filter(({ sk }) => String(sk).startsWith('ANSWER#'));
  const answered = answers.flatMap((item) => {
    const { file } = parseStored(StoredReviewAnswer, item);
    return file === null ? [] : [{ item, objectKey: file.objectKey }];
  });
  const uploads = found?.uploads ?? [];
  if (uploads.length + answered.length === 0) return false;
  const files = uploads.filter(({ isFileShared }) => isFileShared !== true);
  const gone = [...files, ...answered].map(({ objectKey }) => ({ objectKey }));
  const outcome = await transact(table, {
    // A review is never written again after its decision is carried out.
    review: {
      check: {
        Key: keys.review(reviewId),
        ConditionExpression: 'version = :read',
        ExpressionAttributeValues: { ':read': review.version },
      },
    },
    ...uploadRemovals(uploads),
    ...Object.fromEntries(answered.map(({ item }, at) => [`answer${at}`, withoutFile(item)])),
    files: fileErasureWrite(reviewId, gone),
    ...auditAct(deps, {
      at: deps.now().toISOString(),
      actor: system,
      action: `${type}.proofs_erased`,
      subject: { type, id },
      details: { reviewId, days, files: gone.length },
    }),
  });
  if (outcome.kind === 'refused') return 'later';
  await eraseFilesOf(reviewId, gone, deps);
  return true;
}

/** Whether a case may still be reviewed. An approved certificate may be referred to reviewers until it is issued. */
function isUnderWay(type: Product, statusId: string): boolean {
  return (
    statusId === 'Pending Review' || (type === 'certificate_request' && statusId === 'Approved')
  );
}

function withoutFile(item: Item): Write {
  return {
    update: {
      Key: keyOf(item),
      UpdateExpression: 'SET #file = :none',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#file': 'file' },
      ExpressionAttributeValues: { ':none': null },
    },
  };
}
