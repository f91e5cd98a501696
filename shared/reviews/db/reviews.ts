import * as z from 'zod/mini';
import { StoredActor } from '../../audit/audit-items.ts';
import { keys } from '../../kernel/db/keys.ts';
import { listWrite } from '../../kernel/db/listed.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, put, replace, type Write } from '../../kernel/db/transact.ts';
import { products } from '../../kernel/domain/product.ts';
import { reviewStatuses } from '../review.ts';

export const StoredReview = z.object({
  id: z.string(),
  subject: z.object({ type: z.enum(products), id: z.string() }),
  status: z.enum(reviewStatuses),
  reason: z.nullable(z.string()),
  returnedReason: z.nullable(z.string()),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  decidedBy: z.nullable(StoredActor),
  carriedOutAt: z.nullable(z.string()),
  version: z.int(),
});
export type StoredReview = z.output<typeof StoredReview>;

/** The review; null when there is none. */
export async function findReview(table: Table, id: string): Promise<StoredReview | null> {
  return parseFound(StoredReview, await getItem(table, keys.review(id)));
}

/** The review of a workflow's input. Throws when it is not there. */
export async function requireReview(table: Table, id: string): Promise<StoredReview> {
  const review = await findReview(table, id);
  if (review === null) throw new Error(`review ${id} does not exist`);
  return review;
}

/** The id of a submission's review; null while there is none. */
export async function findReviewOf(
  table: Table,
  subjectId: string,
  submission: string,
): Promise<string | null> {
  const pointer = await getItem(table, keys.reviewOf(subjectId, submission));
  return pointer === undefined ? null : String(pointer['reviewId']);
}

export interface ReviewFilter {
  readonly status?: StoredReview['status'] | undefined;
  readonly subjectType?: StoredReview['subject']['type'] | undefined;
  readonly subjectId?: string | undefined;
}

/** The writes that store a new review; `submission` is the event that asked for it, once. */
export function newReviewWrites(review: StoredReview, submission: string) {
  const { id, createdAt, subject, status } = review;
  const key = keys.review(id);
  return {
    reviewOf: create({
      ...keys.reviewOf(subject.id, submission),
      itemPk: key.pk,
      itemSk: key.sk,
      reviewId: id,
    }),
    review: create({ ...key, ...review }),
    listed: listWrite('review', createdAt, id, key),
    ofType: listWrite(reviewList({ subjectType: subject.type }), createdAt, id, key),
    inStatus: listWrite(reviewList({ status }), createdAt, id, key),
    ofTypeInStatus: listWrite(
      reviewList({ subjectType: subject.type, status }),
      createdAt,
      id,
      key,
    ),
  } satisfies Record<string, Write>;
}

/**
 * The writes that store a review's next state, unless somebody wrote it since it was read. It goes to the lists of
 * its status, and off those of the others.
 */
export function reviewWrites(review: StoredReview) {
  const [pending, pendingOfType] = inListsOf('pending', review);
  const [approved, approvedOfType] = inListsOf('approved', review);
  const [rejected, rejectedOfType] = inListsOf('rejected', review);
  return {
    review: replace({ ...keys.review(review.id), ...review }),
    pending,
    pendingOfType,
    approved,
    approvedOfType,
    rejected,
    rejectedOfType,
  } satisfies Record<string, Write>;
}

/** The writes of a review's places in the lists of a status: of all subjects, and of those of its type. */
function inListsOf(status: StoredReview['status'], review: StoredReview): readonly [Write, Write] {
  const { pk, sk } = keys.review(review.id);
  const place = (list: ReviewList): Write => {
    const Key = keys.listed(list, review.createdAt, review.id);
    return review.status === status ? put({ ...Key, itemPk: pk, itemSk: sk }) : { remove: { Key } };
  };
  const subjectType = review.subject.type;
  return [place(reviewList({ status })), place(reviewList({ status, subjectType }))];
}

type ReviewList =
  | 'review'
  | 'review_pending'
  | `review#${StoredReview['subject']['type'] | '*'}#${StoredReview['status'] | '*'}`;

/** The list of the reviews that match: every review is on that of all, of its type, its status, and both. */
export function reviewList({ status, subjectType }: Omit<ReviewFilter, 'subjectId'>): ReviewList {
  if (subjectType === undefined && status === undefined) return 'review';
  if (subjectType === undefined && status === 'pending') return 'review_pending';
  return `review#${subjectType ?? '*'}#${status ?? '*'}`;
}
