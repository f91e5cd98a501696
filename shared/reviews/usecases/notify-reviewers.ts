import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { eventWrite } from '../../outbox/outbox.ts';

/** Has the reviewers told of a review, once. */
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
