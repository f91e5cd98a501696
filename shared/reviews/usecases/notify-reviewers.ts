import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { eventWrite } from '../../outbox/outbox.ts';

/** Wants a mail to all of `REVIEWERS` about a review, once: `service/usecases/send-mail.ts` makes and sends it. */
export async function notifyReviewers(reviewId: string, deps: CoreDeps): Promise<void> {
  const at = deps.now().toISOString();
  // Refused when an earlier attempt put it there.
  await transact(deps.table, {
    mail: eventWrite(`review-waiting-${reviewId}`, at, {
      type: 'mail.wanted',
      mail: { template: 'review_waiting', reviewId },
    }),
  });
}
