import type { CoreDeps } from '../../kernel/deps/core.ts';
import { requireReview } from '../../reviews/db/reviews.ts';
import { reviewedOf } from './reviewed-things.ts';
import { tellOwner } from './tell-owner.ts';

/** Has the owner told what was decided on the subject of a review, once. */
export async function notifyOwner(
  reviewId: string,
  outcome: 'approved' | 'rejected',
  deps: CoreDeps,
): Promise<void> {
  const { subject } = await requireReview(deps.table, reviewId);
  await tellOwner(subject, reviewedOf(subject.type).mail(subject.id, outcome), deps);
}
