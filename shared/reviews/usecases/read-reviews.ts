import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findReview, type StoredReview } from '../db/reviews.ts';

/** Error: 404. */
export async function readReview(
  id: string,
  { table }: { readonly table: Table },
): Promise<StoredReview> {
  const review = await findReview(table, id);
  if (review === null) throw apiErrors.notFound();
  return review;
}
