import type { CoreDeps } from '../../kernel/deps/core.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import type { SandboxDeps } from '../../payments/deps/payment-deps.ts';
import { reportSandboxPayment } from '../../payments/usecases/pay-in-sandbox.ts';
import type { Consumer, EventOf } from '../../platform/domain/consumer.ts';
import { findReview } from '../../reviews/db/reviews.ts';
import { testFateOf } from '../../reviews/domain/test-names.ts';
import { askInSandbox, decideInSandbox } from './decide-in-sandbox.ts';

/** What the sandbox decides and asks by itself. */
const byName = {
  reason: 'Rejected in the sandbox, because of its name.',
  message: 'What is meant by this name? This question was asked in the sandbox.',
} as const;

/**
 * Reports a payment with play money, whose receiver knows the report by its event's id: repeated, it has no effect. And does with
 * a case what its name says; a case that is decided or asked about stays as it is.
 */
export const followInSandbox: Consumer<
  EventOf<'sandbox_webhook.wanted' | 'review.made_in_sandbox'>,
  SandboxDeps
> = async ({ id, event }, deps) => {
  if (event.type === 'sandbox_webhook.wanted') {
    return reportSandboxPayment(event.paymentId, event.result, deps, id);
  }
  if (deps.isSandbox === true) await decideByName(event.reviewId, deps);
};

async function decideByName(reviewId: string, deps: CoreDeps): Promise<void> {
  const review = await findReview(deps.table, reviewId);
  const fate = testFateOf(review?.queued.name ?? '');
  if (review === null || fate === null || review.status !== 'pending') return;
  // An event that comes twice asks once, whether or not the question was answered since.
  if (fate === 'ask' && review.informationRequest !== undefined) return;
  const own = review.subject;
  try {
    if (fate === 'ask') await askInSandbox(own, byName.message, deps);
    else if (fate === 'approve') {
      await decideInSandbox(own, { decision: 'approve', reason: null }, deps);
    } else await decideInSandbox(own, { decision: 'reject', reason: byName.reason }, deps);
  } catch (error) {
    // Somebody was first, or the case can't be decided as it is: it waits for a reviewer then.
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
  }
}
