import type { CoreDeps } from '../../kernel/deps/core.ts';
import { untilWritten } from '../../kernel/usecases/until-written.ts';
import { requireReview } from '../../reviews/usecases/review-facts.ts';
import type { ReviewOutcome } from '../../reviews/usecases/review-subject.ts';
import { reviewSubjectOf } from '../review-subjects.ts';

/**
 * Carries out what the reviewer decided, in one transaction, once; a repeat gets the same answer. Throws when
 * the subject is in no state for a decision.
 */
export function carryOutReview(reviewId: string, deps: CoreDeps): Promise<ReviewOutcome> {
  return untilWritten(async () => {
    const review = await requireReview(reviewId, deps);
    if (review.status === 'pending') return 'returned';
    if (review.carriedOutAt !== null) return review.status;
    return reviewSubjectOf(review.subject.type).carryOut(review, deps);
  });
}
