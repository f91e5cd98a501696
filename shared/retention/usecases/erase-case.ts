import { keys } from '../../kernel/db/keys.ts';
import { readAll, readPage } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { Product } from '../../kernel/domain/product.ts';
import { closedInvoiceWrite, findInvoice } from '../../payments/db/invoices.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { queuePlaces, searchWrites } from '../../reviews/db/review-queue.ts';
import {
  findReview,
  reviewList,
  reviewPlace,
  type StoredReview,
  StoredReviewAnswer,
} from '../../reviews/db/reviews.ts';
import { readCase, uploadRemovals } from '../db/case-items.ts';
import {
  fileErasureWrite,
  keyOf,
  removals,
  removeAll,
  removeUnchanged,
} from '../db/erase-items.ts';
import type { RetentionDeps } from '../deps/retention.ts';
import { type CaseEnd, isCaseDue } from '../domain/case-end.ts';
import { eraseFile, eraseFilesOf } from './erase-files.ts';
import type { ErasureDeps } from './erase-person.ts';
import { type ErasureTarget, fileOf, isOpenCase } from './plan-erasure.ts';

/** The case, the reason, and the instant before which its last action must be. */
interface CaseToErase {
  readonly type: Product;
  readonly id: string;
  readonly end: CaseEnd;
  readonly days: number;
  readonly before: string;
}

/**
 * Erases a due case with its reviews, files, links and list entries. False if it does not exist or is not due.
 *
 * A final status can't change, so its reviews are erased first and the case last, with an audit entry, so that the next
 * run finds an interrupted erasure. A draft has no review; it is erased in one transaction, which is refused if it was
 * paid, signed or changed since it was read.
 */
export async function eraseCase(
  { type, id, end, days, before }: CaseToErase,
  deps: RetentionDeps,
): Promise<boolean> {
  const { table, now } = deps;
  const found = await readCase(table, type, id);
  if (found === null || !isCaseDue(end, type, found, await lastActOn(table, id), before))
    return false;
  const reviews =
    end === 'rejected' ? await eraseReviews(id, deps) : { claims: [], files: 0, isWhole: true };
  // An answer or note was added at the same time; the next run continues.
  if (!reviews.isWhole) return false;
  const { heads, leaves, uploads, invoiceId } = found;
  const files = uploads.filter(({ isFileShared }) => isFileShared !== true);
  const at = now().toISOString();
  const invoice = await findInvoice(table, invoiceId);
  const outcome = await transact(table, {
    ...heads,
    ...removals([...reviews.claims.map(keyOf), ...leaves]),
    ...uploadRemovals(uploads),
    invoice: closedInvoiceWrite(invoiceId, invoice, at),
    files: fileErasureWrite(id, files),
    ...auditAct(deps, {
      at,
      actor: system,
      action: `${type}.erased`,
      subject: { type, id },
      details: { cause: end, days, files: files.length + reviews.files },
    }),
  });
  if (outcome.kind === 'refused') return false;
  await eraseFilesOf(id, files, deps);
  return true;
}

/** The time of the last action on it, from the audit trail; null if none is recorded. */
async function lastActOn(table: Table, subjectId: string): Promise<string | null> {
  const { items } = await readPage(
    table,
    { value: keys.audit(subjectId, '', '').pk },
    { limit: 1 },
  );
  const [last] = items;
  return last === undefined ? null : String(last['at']);
}

/** The version field of an application. */
const counters: Readonly<Record<string, 'version' | 'revision'>> = {
  application: 'version',
  residencyApplication: 'revision',
};

/** Whether the target is an application itself. */
export function isCase({ kind }: ErasureTarget): boolean {
  return counters[kind] !== undefined;
}

/** Whether the target is a draft, which has no review and is erased as a whole before everything else. */
export function isDraft(target: ErasureTarget): boolean {
  return isCase(target) && target.item['statusId'] === 'Draft';
}

/**
 * Erases an application with its related items and its open invoice in one transaction, and returns the keys of its
 * files; empty if another run has already erased it. Null if it must stay: it has changed since the plan, is under
 * review, or is paid and not submitted.
 */
export async function eraseCaseOfPerson(
  { kind, item }: ErasureTarget,
  { removed, emptied }: { readonly removed: readonly Item[]; readonly emptied: readonly Write[] },
  deps: ErasureDeps,
): Promise<readonly string[] | null> {
  const { table } = deps;
  if (isOpenCase(item)) return null;
  const id = String(item['id']);
  // A file and its scan have the same key.
  const objectKeys = [...new Set(removed.flatMap((each) => fileOf(each) ?? []))];
  const files = objectKeys.map((objectKey) => ({ objectKey }));
  const invoiceId = String(item['invoiceId']);
  const invoice = await findInvoice(table, invoiceId);
  if (invoice?.statusId === 'paid' && item['statusId'] === 'Draft') return null;
  const outcome = await transact(table, {
    subject: removeUnchanged(item, counters[kind] ?? 'version'),
    ...removals(removed.map(keyOf)),
    ...Object.fromEntries(emptied.map((write, index) => [`emptied${index}`, write])),
    invoice: closedInvoiceWrite(invoiceId, invoice, deps.now().toISOString()),
    files: fileErasureWrite(id, files),
  });
  if (outcome.kind === 'refused')
    return (await getItem(table, keyOf(item))) === undefined ? [] : null;
  await eraseFilesOf(id, files, deps);
  return objectKeys;
}

/** All references to a review, except the item of its submission. */
function placesOf(review: StoredReview) {
  const { subject, status } = review;
  const lists = [
    {},
    { subjectType: subject.type },
    { status },
    { subjectType: subject.type, status },
  ];
  const found = Object.values(searchWrites(review)).flatMap((write) =>
    'put' in write && write.put.Item ? [keyOf(write.put.Item)] : [],
  );
  return [
    ...lists.map((list) => reviewPlace(reviewList(list), review)),
    ...queuePlaces(review),
    ...found,
  ];
}

/**
 * Erases the reviews of a subject, with their list entries, search entries, notes, questions, answers and uploads.
 * Returns the claims on its submissions, which must stay for repeats until the subject is erased.
 *
 * References are removed first, then the review (refused if it has changed since it was read), then its other items, to
 * which nothing can be added after that.
 */
async function eraseReviews(
  subjectId: string,
  deps: Pick<RetentionDeps, 'table' | 'files'>,
): Promise<{
  readonly claims: readonly Item[];
  readonly files: number;
  readonly isWhole: boolean;
}> {
  const { table } = deps;
  const claims = await readAll(table, { value: keys.reviewOf(subjectId, '').pk });
  let files = 0;
  for (const claim of claims) {
    const reviewId = String(claim['reviewId']);
    const review = await findReview(table, reviewId);
    if (review !== null) {
      await removeAll(table, placesOf(review));
      const gone = await transact(table, {
        review: removeUnchanged({ ...keys.review(reviewId), version: review.version }, 'version'),
      });
      if (gone.kind === 'refused') return { claims, files, isWhole: false };
    }
    const beside = await readAll(table, { value: keys.review(reviewId).pk });
    files += await eraseAnswers(beside, deps);
    await removeAll(table, beside.map(keyOf));
  }
  return { claims, files, isWhole: true };
}

/** Erases the answers among these items, and returns the keys of their files. */
async function eraseAnswers(
  items: readonly Item[],
  deps: Pick<RetentionDeps, 'table' | 'files'>,
): Promise<number> {
  const answers = items
    .filter(({ sk }) => String(sk).startsWith('ANSWER#'))
    .map((item) => parseStored(StoredReviewAnswer, item));
  let erased = 0;
  for (const { file } of answers) {
    if (file === null) continue;
    await eraseFile(file.objectKey, deps);
    erased += 1;
  }
  return erased;
}
