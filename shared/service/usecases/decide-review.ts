import { auditAct } from '../../audit/audit-act.ts';
import type { Actor } from '../../audit/audit-entry.ts';
import type { ApiError } from '../../kernel/api-error.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../outbox/outbox.ts';
import type { ApprovalsDeps } from '../../reviews/approvals-deps.ts';
import { findReview, reviewWrites, type StoredReview } from '../../reviews/db/reviews.ts';
import { decidedReview as decide, type Verdict } from '../../reviews/review.ts';
import { waitOf } from '../../reviews/review-waits.ts';
import { notPending } from '../../reviews/usecases/not-pending.ts';
import { mayDo } from '../../staff/staff-rights.ts';
import { decisionChecks, requireCaseRight, type Standing } from '../../staff/standing.ts';
import { reviewedOf } from '../reviewed-things.ts';
import { interestIn } from './review-interest.ts';

/**
 * Takes a reviewer's decision, once. Where two persons have to approve, the first approval is noted, and the second decides. It is carried out by a workflow, which the same transaction asks
 * for. People do not decide on what is their own; an operator is known by the IAM principal only.
 *
 * Errors: 404; 409 `review.not_pending` with the decision that counts; 403 `review.own`, `review.other_person` (who approved first, or
 * is not senior), `review.two_persons` (an operator); 409 where objections to an amendment are not answered,
 * see review-amendment.ts; those of `requireCaseRight` where the actor is of the staff. Operators who remove or change a staff
 * member meanwhile win, or lose: the decision is refused, or was taken before.
 */
export function decideReview(
  reviewId: string,
  verdict: Verdict,
  actor: Actor,
  deps: CoreDeps & ApprovalsDeps,
  standing?: Standing,
): Promise<StoredReview> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const review = await findReview(deps.table, reviewId);
    if (review === null) throw apiErrors.notFound();
    requireCaseRight(standing, `case.${verdict.decision}`, review);
    const { subject } = review;
    const decision = decide(review, verdict, actor, at, {
      required: deps.approvals[subject.type],
      isSenior: standing !== undefined && mayDo(standing, 'case.approve_second', subject.type),
    });
    if (!decision.ok) throw refusalOf(decision.reason, review);
    const isDecided = decision.next.status !== 'pending';
    const rules = reviewedOf(subject.type);
    // Where nothing is there, the workflow that carries the decision out says so.
    const item = await rules.find(deps.table, subject.id);
    const interest = item && (await interestIn(item, rules, actor.personId, deps));
    if (interest?.own) throw apiErrors.reviewOfOwn();
    // Whoever approves first answers no objections: more may come until the second does.
    const noted = isDecided ? item && rules.noteVerdict?.(item, verdict, at) : null;
    const outcome = await transact(deps.table, {
      ...reviewWrites(decision.next, review),
      decided: isDecided
        ? eventWrite(deps.newId(), at, { type: 'review.decided', reviewId })
        : undefined,
      stillNotOwn: interest?.stillNone,
      ...decisionChecks(standing),
      ...(noted && rules.writes(noted)),
      ...auditAct(deps, {
        at,
        actor,
        action: isDecided ? 'review.decided' : 'review.approved_first',
        subject: { type: 'review', id: reviewId },
        details: { decision: verdict.decision, subjectType: subject.type, subjectId: subject.id },
      }),
    });
    if (outcome.kind === 'written') {
      const value = waitOf({ createdAt: review.createdAt, decidedAt: at });
      const dimensions = { Subject: subject.type };
      if (isDecided) deps.log.measure({ metric: 'ReviewWait', value, dimensions });
      return decision.next;
    }
    if (outcome.refusal !== undefined) throw outcome.refusal;
    return lostRace;
  });
}

function refusalOf(
  reason: 'not_pending' | 'other_reasons' | 'no_person' | 'same_person' | 'not_senior',
  review: StoredReview,
): ApiError {
  if (reason === 'not_pending') return notPending(review);
  if (reason === 'other_reasons') {
    return apiErrors.invalidField(['reasonCode'], 'Is not a reason for this type of case');
  }
  return reason === 'no_person' ? apiErrors.reviewTwoPersons() : apiErrors.reviewOtherPerson();
}
