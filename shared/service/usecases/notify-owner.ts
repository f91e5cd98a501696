import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { requireReview } from '../../reviews/db/reviews.ts';
import type { ReviewState } from '../../reviews/domain/review.ts';
import { unmarkStuck } from '../../reviews/usecases/mark-stuck.ts';
import { reviewedOf } from './reviewed-filings.ts';

/**
 * Notifies the applicant of the result, once. It is the last step of a workflow, so it also removes the "stuck" mark of
 * an earlier attempt.
 */
async function emailOwner(
  subject: ReviewState['subject'],
  mail: Mail,
  deps: CoreDeps,
): Promise<void> {
  const id = `${mail.template.replaceAll('_', '-')}-${subject.id}`;
  const emailWrite = mailWrite(id, deps.now().toISOString(), mail);
  // Refused if an earlier attempt, or the last step of another workflow, has written it.
  await transact(deps.table, { notice: emailWrite });
  await unmarkStuck(subject, deps);
}

/** Notifies the owner of the decision about a review's subject, once. */
export async function notifyOwner(
  reviewId: string,
  outcome: 'approved' | 'rejected',
  deps: CoreDeps,
): Promise<void> {
  const { subject } = await requireReview(deps.table, reviewId);
  await emailOwner(subject, reviewedOf(subject.type).mail(subject.id, outcome), deps);
}

/** Notifies the person who asked for a certificate that it was issued, once. */
export function notifyCertificate(requestId: string, deps: CoreDeps): Promise<void> {
  const subject = { type: 'certificate_request', id: requestId } as const;
  return emailOwner(subject, { template: 'certificate_issued', requestId }, deps);
}
