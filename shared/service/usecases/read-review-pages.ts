import type { FilingDeps } from '../../documents/deps/filing.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { findInvoice } from '../../payments/db/invoices.ts';
import type { CursorPage } from '../../people/usecases/read-people.ts';
import { findReview, type StoredReview } from '../../reviews/db/reviews.ts';
import { readReview, readReviewsOf } from '../../reviews/usecases/read-reviews.ts';
import type { ShownSubject } from '../pages/review-subject.ts';
import { readReviewed } from '../reviewed-things.ts';
import { interestIn } from './review-interest.ts';

/** A review with the name of what it is of. */
export type NamedReview = StoredReview & { readonly name: string };

/** A page of the reviews that wait for a decision, newest first. */
export async function readWaitingReviews(
  bounds: CursorPage,
  deps: { readonly table: Table },
): Promise<Page<NamedReview>> {
  const { items, next } = await readReviewsOf({ status: 'pending' }, bounds, deps);
  return { items: await Promise.all(items.map((review) => named(review, deps))), next };
}

/** The review with its subject's name; null when there is no such review. */
export async function findNamedReview(
  id: string,
  deps: { readonly table: Table },
): Promise<NamedReview | null> {
  const review = await findReview(deps.table, id);
  return review && named(review, deps);
}

async function named(
  review: StoredReview,
  { table }: { readonly table: Table },
): Promise<NamedReview> {
  const { rules, item } = await readReviewed(review.subject, table);
  return { ...review, name: await rules.name(item, table) };
}

/** What a reviewer has to know to decide. */
export interface ReviewToDecide {
  readonly review: StoredReview;
  readonly subject: ShownSubject;
  /** It is the reader's own: somebody else decides. */
  readonly own: boolean;
}

/** A review as things are now, for the person who reads it. Error: 404. */
export async function readReviewToDecide(
  reviewId: string,
  personId: string,
  deps: FilingDeps,
): Promise<ReviewToDecide> {
  const review = await readReview(reviewId, deps);
  const { rules, item } = await readReviewed(review.subject, deps.table);
  const [facts, invoice, { own }] = await Promise.all([
    rules.facts(item, deps),
    findInvoice(deps.table, item.invoiceId),
    interestIn(item, rules, personId, deps),
  ]);
  return { review, subject: { ...facts, invoice }, own };
}
