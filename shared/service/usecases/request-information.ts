import { auditAct } from '../../audit/audit-act.ts';
import type { Actor } from '../../audit/audit-entry.ts';
import { keys } from '../../kernel/db/keys.ts';
import { create, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../outbox/outbox.ts';
import { findReview, reviewWrites, type StoredReview } from '../../reviews/db/reviews.ts';
import { questionedReview } from '../../reviews/review.ts';
import { notPending } from '../../reviews/usecases/not-pending.ts';
import { decisionChecks, requireCaseRight, type Standing } from '../../staff/standing.ts';
import { readReviewed } from '../reviewed-things.ts';
import { interestIn } from './review-interest.ts';

/**
 * Asks whoever applied for information. The case stays under review and can be decided meanwhile; its invoice and the
 * time of its submission stay as they are. One question is open at a time.
 *
 * Errors: 404; 409 `review.not_pending` with the decision; 403 `review.own`; 409 `review.information_requested` while
 * another question is open, `review.case_closed` for what was withdrawn since it was submitted; those of `requireCaseRight` where the actor is of the
 * staff.
 */
export function requestInformation(
  reviewId: string,
  message: string,
  actor: Actor,
  deps: CoreDeps,
  standing?: Standing,
): Promise<StoredReview> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const review = await findReview(deps.table, reviewId);
    if (review === null) throw apiErrors.notFound();
    requireCaseRight(standing, 'case.ask', review);
    const id = deps.newId();
    const request = { id, reviewId, message, requestedAt: at, answeredAt: null };
    const command = { type: 'request_information', request } as const;
    const asked = questionedReview(review, command, at);
    if (!asked.ok) {
      throw asked.reason === 'not_pending' ? notPending(review) : apiErrors.informationRequested();
    }
    const { subject } = review;
    const { rules, item } = await readReviewed(subject, deps.table);
    const interest = await interestIn(item, rules, actor.personId, deps);
    if (interest.own) throw apiErrors.reviewOfOwn();
    const next = rules.decide(item, command, at);
    if (!next.ok) throw apiErrors.reviewedCaseClosed();
    const outcome = await transact(deps.table, {
      ...reviewWrites(asked.next, review),
      ...rules.writes(next.next),
      question: create({ ...keys.reviewQuestion(reviewId, at, id), ...request, by: actor }),
      stillNotOwn: interest.stillNone,
      ...decisionChecks(standing),
      told: eventWrite(deps.newId(), at, {
        type: 'mail.wanted',
        mail: { template: rules.questionMail, reviewId, requestId: id },
      }),
      ...auditAct(deps, {
        at,
        actor,
        action: 'review.information_requested',
        subject: { type: 'review', id: reviewId },
        details: { requestId: id, subjectType: subject.type, subjectId: subject.id },
      }),
    });
    if (outcome.kind === 'written') return asked.next;
    if (outcome.refusal !== undefined) throw outcome.refusal;
    return lostRace;
  });
}
