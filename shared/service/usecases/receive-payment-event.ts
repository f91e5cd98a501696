import { transact } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { WebhookOutcome } from '../../payments/contracts/payment-contract.ts';
import { checkoutSessionWrite, findCheckoutSession } from '../../payments/db/checkout-sessions.ts';
import { reportClaim } from '../../payments/db/payment-claims.ts';
import { decideCheckoutCommand } from '../../payments/domain/checkout-session.ts';
import type { PaymentEvent, PaymentProviderName } from '../../payments/domain/payment.ts';
import { confirmPayment } from './confirm-payment.ts';

/**
 * Does what follows from a provider's report whose signature was checked. Reports come at least once and
 * in any order: one that says nothing new changes nothing.
 */
export function receivePaymentEvent(
  provider: PaymentProviderName,
  event: PaymentEvent,
  deps: ServiceDeps,
): Promise<WebhookOutcome> {
  switch (event.result) {
    case 'succeeded':
      return confirmPayment(provider, event, deps);
    case 'failed':
    case 'cancelled':
      return releasePayment(provider, event, deps);
    case 'pending':
      return Promise.resolve('noted');
  }
}

/** The payment came to nothing: the session takes another one. */
function releasePayment(
  provider: PaymentProviderName,
  { id, reference, paymentId }: PaymentEvent,
  { table, now }: ServiceDeps,
): Promise<WebhookOutcome> {
  return untilWritten(async () => {
    const at = now().toISOString();
    const session = await findCheckoutSession(table, reference);
    if (session?.provider !== provider) return 'noted';
    const decision = decideCheckoutCommand(session, { type: 'release', paymentId }, at);
    if (!decision.ok) return 'noted';
    const outcome = await transact(table, {
      report: reportClaim(provider, id, at),
      session: checkoutSessionWrite(decision.next),
    });
    if (outcome.kind === 'written') return 'noted';
    return outcome.refusal ?? lostRace;
  });
}
