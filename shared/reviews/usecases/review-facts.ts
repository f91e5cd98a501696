import type { Actor } from '../../audit/audit-entry.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { findReview, type StoredReview } from '../db/reviews.ts';

/** The review of a workflow's input. Throws when it is not there. */
export async function requireReview(reviewId: string, { table }: CoreDeps): Promise<StoredReview> {
  const review = await findReview(table, reviewId);
  if (review === null) throw new Error(`review ${reviewId} does not exist`);
  return review;
}

/** Who decided. Throws for a review that nobody has decided. */
export function decider({ id, decidedBy }: StoredReview): Actor {
  if (decidedBy === null) throw new Error(`review ${id} was decided by nobody`);
  return decidedBy;
}
