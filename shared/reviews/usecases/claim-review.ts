import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import type { Standing } from '../../staff/usecases/standing.ts';
import type { StoredReview } from '../db/reviews.ts';
import { claimedReview, releasedReview } from '../domain/review-claim.ts';
import { accepted, actOnReview } from './act-on-review.ts';

/**
 * Notes who is at work on a review, for an hour; whoever had it before has it no more. Nobody is kept from deciding.
 *
 * Errors: those of `actOnReview`; 409 `review.not_pending` with the decision.
 */
export function claimReview(
  id: string,
  actor: Actor,
  deps: CoreDeps,
  standing?: Standing,
): Promise<StoredReview> {
  return actOnReview(id, { act: 'case.claim', actor, standing }, deps, (review, at) => {
    const claimed = claimedReview(review, actor, at);
    if (!claimed.ok && claimed.reason === 'just_claimed') return null;
    return { action: 'review.claimed', next: accepted(claimed, review) };
  });
}

/** Takes that note back. What another has claimed, or nobody, stays as it is. Errors: as for `claimReview`. */
export function releaseReview(
  id: string,
  actor: Actor,
  deps: CoreDeps,
  standing?: Standing,
): Promise<StoredReview> {
  return actOnReview(id, { act: 'case.release', actor, standing }, deps, (review, at) => {
    const released = releasedReview(review, actor, at);
    if (!released.ok && released.reason === 'not_theirs') return null;
    return { action: 'review.released', next: accepted(released, review) };
  });
}
