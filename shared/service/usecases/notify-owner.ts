import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { eventWrite } from '../../outbox/outbox.ts';
import { requireReview } from '../../reviews/db/reviews.ts';
import { unmarkStuck } from '../../reviews/usecases/mark-stuck.ts';
import { reviewedOf } from '../reviewed-things.ts';

/**
 * Has the owner told what was decided on the subject of a review, once. It is the last step of a decision, so
 * it removes the mark of an earlier attempt that got stuck.
 */
export async function notifyOwner(
  reviewId: string,
  outcome: 'approved' | 'rejected',
  deps: CoreDeps,
): Promise<void> {
  const { subject } = await requireReview(deps.table, reviewId);
  const mail = reviewedOf(subject.type).mail(subject.id, outcome);
  // Refused when an earlier attempt put it there.
  await transact(deps.table, {
    mail: eventWrite(
      `${mail.template.replaceAll('_', '-')}-${subject.id}`,
      deps.now().toISOString(),
      {
        type: 'mail.wanted',
        mail,
      },
    ),
  });
  await unmarkStuck(subject, deps);
}
