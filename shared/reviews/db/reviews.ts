import * as z from 'zod/mini';
import { shards } from '../../kernel/db/key-parts.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { readListed } from '../../kernel/db/listed-kinds.ts';
import { type Page, type PageBounds, readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, put, replace, type Write } from '../../kernel/db/transact.ts';
import { products } from '../../kernel/domain/product.ts';
import { StoredActor } from '../../platform/db/audit-items.ts';
import { rejectionReasons } from '../domain/rejection-reasons.ts';
import { reviewStatuses } from '../domain/review.ts';
import { queueMoves, StoredQueued, searchWrites } from './review-queue.ts';

/** A question to the applicant, as stored with the review and its subject. */
const StoredInformationRequest = z.object({
  id: z.string(),
  reviewId: z.string(),
  message: z.string(),
  requestedAt: z.string(),
  answeredAt: z.nullable(z.string()),
});

/** The review fields of every reviewed item. */
export const storedUnderReview = {
  /** The id of the submission, for which exactly one review is created. Null before submission. */
  submissionId: z.nullable(z.string()),
  dispatchedAt: z.nullable(z.string()),
  stuckAt: z.optional(z.string()),
  /** The latest question; absent if there was none. */
  informationRequest: z.optional(StoredInformationRequest),
};

/** The kind of reason of a rejection; absent if none was given. */
export const storedReasonCode = {
  rejectedReasonCode: z.optional(z.nullable(z.enum(rejectionReasons))),
};

/** The same fields, with the decision. */
export const storedDecidedFiling = {
  ...storedUnderReview,
  approvedAt: z.nullable(z.string()),
  rejectedAt: z.nullable(z.string()),
  rejectedReason: z.nullable(z.string()),
  withdrawnAt: z.optional(z.string()),
  ...storedReasonCode,
};

export const StoredReview = z.object({
  id: z.string(),
  subject: z.object({ type: z.enum(products), id: z.string() }),
  status: z.enum(reviewStatuses),
  reason: z.nullable(z.string()),
  /** The kind of reason of a rejection; absent if none was given. */
  reasonCode: z.optional(z.nullable(z.enum(rejectionReasons))),
  returnedReason: z.nullable(z.string()),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  decidedBy: z.nullable(StoredActor),
  carriedOutAt: z.nullable(z.string()),
  /** The number of partitions of the lists when the review was added. */
  shards: z.int(),
  /** The last question; absent if there was none. */
  informationRequest: z.optional(StoredInformationRequest),
  claim: z.optional(z.object({ by: StoredActor, at: z.string() })),
  /** Its search terms in the review queue. */
  queued: StoredQueued,
  /** The first approval; absent if one approval is enough, and before the first. */
  firstApproval: z.optional(z.object({ by: StoredActor, at: z.string() })),
  /** Set by an approval for someone who may already have a permit; absent otherwise. */
  comparedPeople: z.optional(z.readonly(z.array(z.string()))),
  /** Absent unless the subject was withdrawn. */
  withdrawn: z.optional(z.boolean()),
  version: z.int(),
});
export type StoredReview = z.output<typeof StoredReview>;

export async function findReview(table: Table, id: string): Promise<StoredReview | null> {
  return parseFound(StoredReview, await getItem(table, keys.review(id)));
}

/** The review named in a workflow's input. Throws if it does not exist. */
export async function requireReview(table: Table, id: string): Promise<StoredReview> {
  const review = await findReview(table, id);
  if (review === null) throw new Error(`review ${id} does not exist`);
  return review;
}

/** The id of a submission's review; null before it is created. */
export async function findReviewOf(
  table: Table,
  subjectId: string,
  submission: string,
): Promise<string | null> {
  const pointer = await getItem(table, keys.reviewOf(subjectId, submission));
  return pointer === undefined ? null : String(pointer['reviewId']);
}

interface ReviewFilter {
  readonly status?: StoredReview['status'] | undefined;
  readonly subjectType?: StoredReview['subject']['type'] | undefined;
  readonly subjectId?: string | undefined;
}

/**
 * The writes that store a new review. `submission` is the id of the submission event, which creates one review only.
 */
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
 * The writes that store a review's next state and move it between lists. Refused if the review has changed since it was
 * read as `was`.
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

/** The key of a review on a list, in the partition in which it was created. */
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

/**
 * The narrowest list for a filter. Every review is on the list of all reviews, of its type, of its status, and of both.
 */
export function reviewList({ status, subjectType }: Omit<ReviewFilter, 'subjectId'>): ReviewList {
  if (subjectType === undefined && status === undefined) return 'review';
  if (subjectType === undefined && status === 'pending') return 'review_pending';
  return `review#${subjectType ?? '*'}#${status ?? '*'}`;
}

export const StoredReviewNote = z.object({
  id: z.string(),
  at: z.string(),
  by: StoredActor,
  text: z.string(),
});
export type StoredReviewNote = z.output<typeof StoredReviewNote>;

/** A question as asked. Its answer is a separate item. */
export const StoredReviewQuestion = z.object({
  ...StoredInformationRequest.shape,
  by: StoredActor,
});
export type StoredReviewQuestion = z.output<typeof StoredReviewQuestion>;

/** The applicant's answer. An attached file is stored in the bucket. */
export const StoredReviewAnswer = z.object({
  reviewId: z.string(),
  /** The id of the question. */
  requestId: z.string(),
  at: z.string(),
  by: StoredActor,
  text: z.string(),
  file: z.nullable(
    z.object({
      contentType: z.string(),
      size: z.int(),
      sha256: z.string(),
      objectKey: z.string(),
    }),
  ),
});
export type StoredReviewAnswer = z.output<typeof StoredReviewAnswer>;

/** A question with its answer; null while it has no answer. */
export interface AnsweredQuestion {
  readonly question: StoredReviewQuestion;
  readonly answer: StoredReviewAnswer | null;
}

/** The notes, questions and answers of a review, oldest first. */
interface ReviewEntries {
  readonly notes: readonly StoredReviewNote[];
  readonly questions: readonly AnsweredQuestion[];
}

/** The notes, questions and answers of a review. Strongly consistent, one round trip. */
export async function readReviewEntries(table: Table, reviewId: string): Promise<ReviewEntries> {
  const items = await readAll(table, { value: keys.review(reviewId).pk });
  const beginning = (prefix: string) => (item: Item) => String(item['sk']).startsWith(prefix);
  const answers = new Map(
    items.filter(beginning('ANSWER#')).map((item) => {
      const answer = parseStored(StoredReviewAnswer, item);
      return [answer.requestId, answer];
    }),
  );
  return {
    notes: items.filter(beginning('NOTE#')).map((item) => parseStored(StoredReviewNote, item)),
    questions: items.filter(beginning('QUESTION#')).map((item) => {
      const question = parseStored(StoredReviewQuestion, item);
      return { question, answer: answers.get(question.id) ?? null };
    }),
  };
}

/** The answer to a question; null until it is answered. */
export async function findReviewAnswer(
  table: Table,
  { reviewId, requestId }: Pick<StoredReviewAnswer, 'reviewId' | 'requestId'>,
): Promise<StoredReviewAnswer | null> {
  return parseFound(
    StoredReviewAnswer,
    await getItem(table, keys.reviewAnswer(reviewId, requestId)),
  );
}

/** Stores an answer; refused if the question already has one. */
export function newReviewAnswerWrite(answer: StoredReviewAnswer): Write {
  return create({ ...keys.reviewAnswer(answer.reviewId, answer.requestId), ...answer });
}

/**
 * A page of reviews, newest first; strongly consistent. A filter by subject reads all reviews of that subject, which
 * are few.
 */
export async function readReviews(
  table: Table,
  filter: ReviewFilter,
  { limit, after }: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredReview>> {
  const { subjectId } = filter;
  if (subjectId !== undefined) {
    const all = await ofSubject(table, subjectId);
    const found = all.filter(
      (review) => matches(review, filter) && (after === undefined || placeOf(review) < after),
    );
    const items = found.slice(0, limit);
    const last = items.at(-1);
    return { items, next: found.length > limit && last ? placeOf(last) : null };
  }
  const { items, next } = await readListed(table, reviewList(filter), { limit, after });
  const reviews = items.map((item) => parseStored(StoredReview, item));
  // A review may be decided between the two reads.
  return { items: reviews.filter((review) => matches(review, filter)), next };
}

/** The sort key of a review on the list of all reviews, also used in cursors. */
function placeOf({ createdAt, id }: StoredReview): string {
  return keys.listed('review', createdAt, id).sk;
}

/** All reviews of a subject, newest first. They are sorted here because the table does not order them by time. */
async function ofSubject(table: Table, subjectId: string): Promise<readonly StoredReview[]> {
  const pointers = await readAll(table, { value: keys.reviewOf(subjectId, '').pk });
  const reviews = await behind(table, pointers);
  return reviews.toSorted((left, right) => (placeOf(left) < placeOf(right) ? 1 : -1));
}

async function behind(table: Table, pointers: readonly Item[]): Promise<readonly StoredReview[]> {
  const reviews: StoredReview[] = [];
  for (let start = 0; start < pointers.length; start += 100) {
    const found = await getItems(table, pointers.slice(start, start + 100).map(target));
    for (const item of found) {
      const review = parseFound(StoredReview, item);
      if (review !== null) reviews.push(review);
    }
  }
  return reviews;
}

function target(pointer: Item): ItemKey {
  return { pk: String(pointer['itemPk']), sk: String(pointer['itemSk']) };
}

function matches(review: StoredReview, filter: Omit<ReviewFilter, 'subjectId'>): boolean {
  return (
    (filter.status ?? review.status) === review.status &&
    (filter.subjectType ?? review.subject.type) === review.subject.type
  );
}
