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

/** Finishes what interrupted runs left; answers the errors of files that must be tried again. */
export async function finishFileErasures(deps: FileDeps): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  for (const { id, objectKeys } of await readFileErasures(deps.table)) {
    const files = objectKeys.map((objectKey) => ({ objectKey }));
    await eraseFilesOf(id, files, deps).catch((error: unknown) => errors.push(error));
  }
  return errors;
}

/**
 * Erases the files that were uploaded for a case, once the decision on it is carried out: proofs with what is noted of them, and the
 * files of answers, whose texts stay. False: there is nothing to erase; `later`: the decision is not carried out yet, or was in this moment,
 * or the case, or another one with the same proof, may still be looked at.
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
    // Decided it stays: a review whose decision was carried out is no longer written.
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

/** Whether someone may look at it (again): a certificate that was approved may be referred until it is issued. */
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
