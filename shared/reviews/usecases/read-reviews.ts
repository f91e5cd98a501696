import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { readReviews } from '../db/review-lists.ts';
import { findReview, type ReviewFilter, type StoredReview } from '../db/reviews.ts';

/** A page of the reviews that match, newest first. */
export function readReviewsOf(
  filter: ReviewFilter,
  { limit, cursor }: CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredReview>> {
  return readReviews(table, filter, { limit, after: cursor });
}

/** A page of the reviews that wait for a decision, oldest first. */
export function readWaiting(
  { limit, cursor }: CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredReview>> {
  return readReviews(table, { status: 'pending' }, { limit, after: cursor, oldestFirst: true });
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
