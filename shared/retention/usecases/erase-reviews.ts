import { keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Item } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import { queuePlaces, searchWrites } from '../../reviews/db/review-queue.ts';
import {
  findReview,
  reviewList,
  reviewPlace,
  type StoredReview,
  StoredReviewAnswer,
} from '../../reviews/db/reviews.ts';
import { keyOf, removeAll, removeUnchanged } from '../db/erase-items.ts';
import type { RetentionDeps } from '../deps/retention.ts';
import { eraseFile } from './erase-files.ts';

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
export async function eraseReviews(
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
