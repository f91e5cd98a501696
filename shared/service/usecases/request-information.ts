import { keys } from '../../kernel/db/keys.ts';
import { create } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import type { StoredReview } from '../../reviews/db/reviews.ts';
import { questionedReview } from '../../reviews/domain/review.ts';
import { accepted, actOnReview } from '../../reviews/usecases/act-on-review.ts';
import { readReview } from '../../reviews/usecases/read-reviews.ts';
import type { Standing } from '../../staff/usecases/standing.ts';
import { requireNotOwn } from './require-not-own.ts';
import { readReviewed } from './reviewed-things.ts';

/**
 * Asks whoever applied for information. The case stays under review and can be decided meanwhile; its invoice and the
 * time of its submission stay as they are. One question is open at a time.
 *
 * Errors: those of `actOnReview`; 409 `review.not_pending` with the decision; 403 `review.own`; 409 `review.information_requested` while
 * another question is open, `review.case_closed` for what was withdrawn since it was submitted.
 */
export function requestInformation(
  reviewId: string,
  message: string,
  actor: Actor,
  deps: CoreDeps,
  standing?: Standing,
): Promise<StoredReview> {
  return actOnReview(reviewId, { act: 'case.ask', actor, standing }, deps, async (review, at) => {
    const id = deps.newId();
    const request = { id, reviewId, message, requestedAt: at, answeredAt: null };
    const command = { type: 'request_information', request } as const;
    const asking = { already_asked: apiErrors.informationRequested };
    const next = accepted(questionedReview(review, command, at), review, asking);
    const { rules, item } = await readReviewed(review.subject, deps.table);
    const stillNotOwn = await requireNotOwn(item, rules, actor.personId, deps.table);
    const asked = rules.decide(item, command, at);
    if (!asked.ok) {
      // The case may have been read after, and the review before, what another reviewer did: both are written together.
      const { version } = await readReview(reviewId, deps);
      if (version !== review.version) return lostRace;
      throw apiErrors.reviewedCaseClosed();
    }
    return {
      action: 'review.information_requested',
      next,
      details: { requestId: id },
      writes: {
        ...rules.writes(asked.next),
        question: create({ ...keys.reviewQuestion(reviewId, at, id), ...request, by: actor }),
        stillNotOwn,
        told: eventWrite(deps.newId(), at, {
          type: 'mail.wanted',
          mail: { template: rules.questionMail, reviewId, requestId: id },
        }),
      },
    };
  });
}
