import { findAnyApplication, type StoredApplication } from '../db/applications.ts';
import { findReview, type StoredReview } from '../db/reviews.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { Actor } from '../domain/audit.ts';
import type { Review } from '../domain/review.ts';

/** The application under review. Throws when the subject is something else, or is not there. */
export async function reviewedApplication(
  { type, id }: Review['subject'],
  { table }: CoreDeps,
): Promise<StoredApplication> {
  if (type !== 'legal_entity_application') throw new Error(`no reviews of ${type} are known`);
  const application = await findAnyApplication(table, id);
  if (application === null) throw new Error(`${type} ${id} does not exist`);
  return application;
}

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
