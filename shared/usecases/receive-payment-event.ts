import type { WebhookOutcome } from '../contracts/checkout.ts';
import { checkoutSessionWrite, findCheckoutSession } from '../db/checkout-sessions.ts';
import { reportClaim } from '../db/payment-claims.ts';
import { transact } from '../db/transact.ts';
import type { ServiceDeps } from '../deps/service.ts';
import { decideCheckout } from '../domain/checkout-session.ts';
import type { PaymentEvent, PaymentProviderName } from '../domain/payment.ts';
import { confirmPayment } from './confirm-payment.ts';
import { lostRace, untilWritten } from './until-written.ts';

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
    const decision = decideCheckout(session, { type: 'release', paymentId }, at);
    if (!decision.ok) return 'noted';
    const outcome = await transact(table, {
      report: reportClaim(provider, id, at),
      session: checkoutSessionWrite(decision.next),
    });
    if (outcome.kind === 'written') return 'noted';
    return outcome.label === 'report' ? 'repeated' : lostRace;
  });
}
