import * as z from 'zod/mini';
import { reviewStatuses } from '../domain/review.ts';
import { products } from '../domain/voucher.ts';
import { StoredActor } from './audit.ts';
import { type ItemKey, keys } from './keys.ts';
import { listWrite } from './listed.ts';
import { type Page, type PageRequest, readAll, readPage } from './page.ts';
import { parseFound } from './stored.ts';
import { getItem, getItems, type Item, type Table } from './table.ts';
import { create, put, replace, type Write } from './transact.ts';

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

/** The id of the review that a submission brought about; null while there is none. */
export async function findReviewOf(
  table: Table,
  subjectId: string,
  submission: string,
): Promise<string | null> {
  const pointer = await getItem(table, keys.reviewOf(subjectId, submission));
  return pointer === undefined ? null : String(pointer['reviewId']);
}

/** The writes that store a new review; `submission` is the event that asked for it, once. */
export function newReviewWrites(
  review: StoredReview,
  submission: string,
): Record<'review' | 'reviewOf' | 'listed' | 'pending', Write> {
  const key = keys.review(review.id);
  return {
    reviewOf: create({
      ...keys.reviewOf(review.subject.id, submission),
      itemPk: key.pk,
      itemSk: key.sk,
      reviewId: review.id,
    }),
    review: create({ ...key, ...review }),
    listed: listWrite('review', review.createdAt, review.id, key),
    pending: listWrite('review_pending', review.createdAt, review.id, key),
  };
}

/**
 * The writes that store a review's next state, unless somebody wrote it since it was read. A review that
 * is pending again goes back to the list of pending ones.
 */
export function reviewWrites(review: StoredReview): {
  readonly review: Write;
  readonly pending: Write;
} {
  const key = keys.review(review.id);
  const pending = keys.listed('review_pending', review.createdAt, review.id);
  return {
    review: replace({ ...key, ...review }),
    pending:
      review.status === 'pending'
        ? put({ ...pending, itemPk: key.pk, itemSk: key.sk })
        : { remove: { Key: pending } },
  };
}

export interface ReviewFilter {
  readonly status?: StoredReview['status'] | undefined;
  readonly subjectType?: StoredReview['subject']['type'] | undefined;
  readonly subjectId?: string | undefined;
}

/** A page of reviews, newest first; strongly consistent. Pending ones have a list of their own. */
export async function readReviews(
  table: Table,
  filter: ReviewFilter,
  { limit, after }: Omit<PageRequest, 'keep'>,
): Promise<Page<StoredReview>> {
  const items: StoredReview[] = [];
  let last: string | null = null;
  for await (const review of filter.subjectId === undefined
    ? listed(table, filter, after, limit + 1)
    : ofSubject(table, filter.subjectId, after)) {
    if (!matches(review, filter)) continue;
    if (items.length === limit) return { items, next: last };
    items.push(review);
    last = placeOf(review);
  }
  return { items, next: null };
}

/** A review's place among all, which is also what cursors are made of. */
function placeOf({ createdAt, id }: StoredReview): string {
  return keys.listed('review', createdAt, id).sk;
}

async function* listed(
  table: Table,
  { status }: ReviewFilter,
  after: string | undefined,
  wanted: number,
): AsyncGenerator<StoredReview> {
  const collection = status === 'pending' ? 'review_pending' : 'review';
  const partition = { value: keys.listed(collection, '', '').pk };
  // As many as are asked for, then more at a time: a filter leaves out what it has to read.
  for (let from = after, size = Math.min(wanted, 100); ; size = 100) {
    const pointers = await readPage(table, partition, { limit: size, after: from });
    yield* await behind(table, pointers.items);
    if (pointers.next === null) return;
    from = pointers.next;
  }
}

/** They are few, and lie in no order of time. */
async function* ofSubject(
  table: Table,
  subjectId: string,
  after: string | undefined,
): AsyncGenerator<StoredReview> {
  const pointers = await readAll(table, { value: keys.reviewOf(subjectId, '').pk });
  const reviews = await behind(table, pointers);
  const newestFirst = reviews.toSorted((left, right) => (placeOf(left) < placeOf(right) ? 1 : -1));
  yield* newestFirst.filter((review) => after === undefined || placeOf(review) < after);
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

function matches(review: StoredReview, filter: ReviewFilter): boolean {
  return (
    (filter.status ?? review.status) === review.status &&
    (filter.subjectType ?? review.subject.type) === review.subject.type
  );
}
