import { eventWrite } from '../db/outbox.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { unmarkStuck } from './mark-stuck.ts';
import { requireReview } from './review-facts.ts';

/**
 * Has the owner told what was decided on the application, once. It is the last step of a decision: a mark
 * that an earlier attempt got stuck goes.
 */
export async function notifyOwner(
  reviewId: string,
  outcome: 'approved' | 'rejected',
  deps: CoreDeps,
): Promise<void> {
  const { subject } = await requireReview(reviewId, deps);
  // Refused when an earlier attempt put it there.
  await transact(deps.table, {
    mail: eventWrite(`application-${outcome}-${subject.id}`, deps.now().toISOString(), {
      type: 'mail.wanted',
      mail: { template: `application_${outcome}`, applicationId: subject.id },
    }),
  });
  await unmarkStuck(subject, deps);
}
