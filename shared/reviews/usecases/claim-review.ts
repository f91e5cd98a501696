import { auditAct } from '../../audit/audit-act.ts';
import type { Actor } from '../../audit/audit-entry.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { requireCaseRight, type Standing } from '../../staff/standing.ts';
import { findReview, reviewWrites, type StoredReview } from '../db/reviews.ts';
import { claimedReview, releasedReview } from '../review-claim.ts';
import { notPending } from './not-pending.ts';

/**
 * Notes who is at work on a review, for an hour; whoever had it before has it no more. Nobody is kept from deciding.
 *
 * `standing`: what somebody of the staff may do; absent for operators. Errors: 404; 409 `review.not_pending` with the decision;
 * those of `requireCaseRight`.
 */
export function claimReview(
  id: string,
  actor: Actor,
  deps: CoreDeps,
  standing?: Standing,
): Promise<StoredReview> {
  return write(id, 'review.claimed', { actor, standing }, deps, (review, at) => {
    requireCaseRight(standing, 'case.claim', review);
    const claimed = claimedReview(review, actor, at);
    if (!claimed.ok) throw notPending(review);
    return claimed.next;
  });
}

/** Takes that note back. What another has claimed, or nobody, stays as it is. Errors: as for `claimReview`. */
export function releaseReview(
  id: string,
  actor: Actor,
  deps: CoreDeps,
  standing?: Standing,
): Promise<StoredReview> {
  return write(id, 'review.released', { actor, standing }, deps, (review, at) => {
    requireCaseRight(standing, 'case.release', review);
    const released = releasedReview(review, actor, at);
    if (released.ok) return released.next;
    if (released.reason === 'not_pending') throw notPending(review);
    return review;
  });
}

function write(
  id: string,
  action: string,
  { actor, standing }: { readonly actor: Actor; readonly standing: Standing | undefined },
  deps: CoreDeps,
  change: (review: StoredReview, at: string) => StoredReview,
): Promise<StoredReview> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const review = await findReview(deps.table, id);
    if (review === null) throw apiErrors.notFound();
    const next = change(review, at);
    if (next === review) return review;
    const { type: subjectType, id: subjectId } = review.subject;
    const outcome = await transact(deps.table, {
      ...reviewWrites(next, review),
      stillStaff: standing?.unchanged,
      ...auditAct(deps, {
        at,
        actor,
        action,
        subject: { type: 'review', id },
        details: { subjectType, subjectId },
      }),
    });
    if (outcome.kind === 'written') return next;
    if (outcome.refusal !== undefined) throw outcome.refusal;
    return lostRace;
  });
}
