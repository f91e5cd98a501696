import * as z from 'zod/mini';
import { shards } from '../../kernel/db/key-parts.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { create, put, replace, type Write } from '../../kernel/db/transact.ts';
import { products } from '../../kernel/domain/product.ts';
import { StoredActor } from '../../platform/db/audit-items.ts';
import { rejectionReasons } from '../domain/rejection-reasons.ts';
import { reviewStatuses } from '../domain/review.ts';
import { queueMoves, StoredQueued, searchWrites } from './review-queue.ts';
import { StoredInformationRequest } from './stored-information-request.ts';

export const StoredReview = z.object({
  id: z.string(),
  subject: z.object({ type: z.enum(products), id: z.string() }),
  status: z.enum(reviewStatuses),
  reason: z.nullable(z.string()),
  /** The kind of reason of a rejection; absent where none was given. */
  reasonCode: z.optional(z.nullable(z.enum(rejectionReasons))),
  returnedReason: z.nullable(z.string()),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  decidedBy: z.nullable(StoredActor),
  carriedOutAt: z.nullable(z.string()),
  /** Over how many partitions the lists were spread when it was put on them. */
  shards: z.int(),
  /** What was asked last; absent where nothing was. */
  informationRequest: z.optional(StoredInformationRequest),
  claim: z.optional(z.object({ by: StoredActor, at: z.string() })),
  /** What it is listed by in the reviewers' queue. */
  queued: StoredQueued,
  /** Absent where one person approves, and before the first of two does. */
  firstApproval: z.optional(z.object({ by: StoredActor, at: z.string() })),
  /** Of an approval for somebody who may have a permit already; absent otherwise. */
  comparedPeople: z.optional(z.readonly(z.array(z.string()))),
  /** Absent where it was not. */
  withdrawn: z.optional(z.boolean()),
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
export function newReviewWrites(made: Omit<StoredReview, 'shards'>, submission: string) {
  const review = { ...made, shards: shards.listed };
  const { id, subject, status } = review;
  const key = keys.review(id);
  const subjectType = subject.type;
  const listed = (list: ReviewList) => create(onList(list, review));
  return {
    reviewOf: create({
      ...keys.reviewOf(subject.id, submission),
      itemPk: key.pk,
      itemSk: key.sk,
      reviewId: id,
    }),
    review: create({ ...key, ...review }),
    listed: listed('review'),
    ofType: listed(reviewList({ subjectType })),
    inStatus: listed(reviewList({ status })),
    ofTypeInStatus: listed(reviewList({ subjectType, status })),
    ...queueMoves(review, null),
    ...searchWrites(review),
  } satisfies Record<string, Write>;
}

/**
 * The writes that store a review's next state, unless somebody wrote it since it was read as `was`. It goes from the lists
 * where it was to those where it is now; in the reviewers' queue it is listed as it is now.
 */
export function reviewWrites(review: StoredReview, was: StoredReview) {
  const { status } = review;
  const subjectType = review.subject.type;
  const moves = status !== was.status;
  const to = (list: ReviewList) => (moves ? put(onList(list, review)) : undefined);
  const from = (list: ReviewList): Write | undefined =>
    moves ? { remove: { Key: reviewPlace(list, review) } } : undefined;
  return {
    review: replace({ ...keys.review(review.id), ...review }),
    inStatus: to(reviewList({ status })),
    ofTypeInStatus: to(reviewList({ status, subjectType })),
    formerStatus: from(reviewList({ status: was.status })),
    ofTypeInFormerStatus: from(reviewList({ status: was.status, subjectType })),
    ...queueMoves(review, was),
  } satisfies Record<string, Write | undefined>;
}

/** Where a review is on a list: it stays in the partitions of the time at which it was made. */
export function reviewPlace(list: ReviewList, { createdAt, id, shards }: StoredReview) {
  return keys.listed(list, createdAt, id, shards);
}

/** A review as a member of a list. */
function onList(list: ReviewList, review: StoredReview): Item & ItemKey {
  const { pk, sk } = keys.review(review.id);
  return { ...reviewPlace(list, review), itemPk: pk, itemSk: sk };
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
