import { auditAct } from '../../audit/audit-act.ts';
import type { Actor } from '../../audit/audit-entry.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../outbox/outbox.ts';
import { findReview, reviewWrites, type StoredReview } from '../../reviews/db/reviews.ts';
import { decidedReview as decide, type Verdict } from '../../reviews/review.ts';
import { notPending } from '../../reviews/usecases/not-pending.ts';
import { reviewedOf } from '../reviewed-things.ts';
import { interestIn } from './review-interest.ts';

/**
 * Takes a reviewer's decision, once. It is carried out by a workflow, which the same transaction asks
 * for. People do not decide on what is their own; an operator is known by the IAM principal only.
 *
 * Errors: 404; 400 for a kind of reason that there is not for the type of the case; 409 `review.not_pending` with the decision that counts; 403 `review.own`; 409 where objections to an amendment are not answered,
 * see review-amendment.ts.
 */
export function decideReview(
  reviewId: string,
  verdict: Verdict,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredReview> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const review = await findReview(deps.table, reviewId);
    if (review === null) throw apiErrors.notFound();
    const decision = decide(review, verdict, actor, at);
    if (!decision.ok) {
      if (decision.reason === 'not_pending') throw notPending(review);
      throw apiErrors.invalidField(['reasonCode'], 'Is not a reason for this type of case');
    }
    const { subject } = review;
    const rules = reviewedOf(subject.type);
    // Where nothing is there, the workflow that carries the decision out says so.
    const item = await rules.find(deps.table, subject.id);
    const interest = item && (await interestIn(item, rules, actor.personId, deps));
    if (interest?.own) throw apiErrors.reviewOfOwn();
    const noted = item && rules.noteVerdict?.(item, verdict, at);
    const outcome = await transact(deps.table, {
      ...reviewWrites(decision.next, review),
      decided: eventWrite(deps.newId(), at, { type: 'review.decided', reviewId }),
      stillNotOwn: interest?.stillNone,
      ...(noted && rules.writes(noted)),
      ...auditAct(deps, {
        at,
        actor,
        action: 'review.decided',
        subject: { type: 'review', id: reviewId },
        details: { decision: verdict.decision, subjectType: subject.type, subjectId: subject.id },
      }),
    });
    return outcome.kind === 'written' ? decision.next : lostRace;
  });
}
