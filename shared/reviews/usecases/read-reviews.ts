import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors.ts';
import type { CursorPage } from '../../people/usecases/read-people.ts';
import { readReviews } from '../db/review-lists.ts';
import {
  readReviewNotes,
  readReviewQuestions,
  type StoredReviewNote,
  type StoredReviewQuestion,
} from '../db/review-notes.ts';
import { findReview, type ReviewFilter, type StoredReview } from '../db/reviews.ts';

/** A page of the reviews that match, newest first. */
export function readReviewsOf(
  filter: ReviewFilter,
  { limit, cursor }: CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredReview>> {
  return readReviews(table, filter, { limit, after: cursor });
}

/** A review as operators read it: with the notes, oldest first. */
export interface NotedReview {
  readonly review: StoredReview;
  readonly notes: readonly StoredReviewNote[];
  /** What was asked, oldest first. */
  readonly questions: readonly StoredReviewQuestion[];
}

/** The review with what is noted on it, and what was asked. */
export async function withNotes(
  review: StoredReview,
  { table }: { readonly table: Table },
): Promise<NotedReview> {
  const [notes, questions] = await Promise.all([
    readReviewNotes(table, review.id),
    readReviewQuestions(table, review.id),
  ]);
  return { review, notes, questions };
}

/** Error: 404. */
export async function readReview(
  id: string,
  { table }: { readonly table: Table },
): Promise<StoredReview> {
  const review = await findReview(table, id);
  if (review === null) throw apiErrors.notFound();
  return review;
}
