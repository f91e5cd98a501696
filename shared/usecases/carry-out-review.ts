import { applicationWrite, type StoredApplication } from '../db/applications.ts';
import { reviewWrites, type StoredReview } from '../db/reviews.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { decide } from '../domain/application.ts';
import { carryOut } from '../domain/review.ts';
import { auditAct } from './audit-act.ts';
import { incorporateEntity } from './incorporate-entity.ts';
import { decider, requireReview, reviewedApplication } from './review-facts.ts';
import { lostRace, untilWritten } from './until-written.ts';

/** What became of a decision; `returned`: it could not take effect, and the reviewer decides again. */
export type ReviewOutcome = 'approved' | 'rejected' | 'returned';

/**
 * Carries out what the reviewer decided, in one transaction, once: whoever asks again is told what came of
 * it. Throws when the subject is in no state for a decision.
 */
export function carryOutReview(reviewId: string, deps: CoreDeps): Promise<ReviewOutcome> {
  return untilWritten(async () => {
    const review = await requireReview(reviewId, deps);
    if (review.status === 'pending') return 'returned';
    if (review.carriedOutAt !== null) return review.status;
    const application = await reviewedApplication(review.subject, deps);
    return review.status === 'approved'
      ? incorporateEntity(review, application, deps)
      : rejectApplication(review, application, deps);
  });
}

async function rejectApplication(
  review: StoredReview,
  application: StoredApplication,
  deps: CoreDeps,
): Promise<'rejected' | typeof lostRace> {
  const at = deps.now().toISOString();
  const carried = carryOut(review, at);
  // A rejection has a reason by the type of `Verdict`.
  const reason = review.reason ?? '';
  const decision = decide(application, { type: 'reject', reason }, at);
  if (!carried.ok || !decision.ok) throw new Error(`review ${review.id} can't be carried out`);
  const outcome = await transact(deps.table, {
    application: applicationWrite(decision.next),
    ...reviewWrites(carried.next),
    ...auditAct(deps, {
      at,
      actor: decider(review),
      action: 'legal_entity_application.rejected',
      subject: review.subject,
      details: { reviewId: review.id },
    }),
  });
  return outcome.kind === 'written' ? 'rejected' : lostRace;
}
