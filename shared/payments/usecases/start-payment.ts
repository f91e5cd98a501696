import { transact } from '../../kernel/db/transact.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { checkoutSessionWrite } from '../db/checkout-sessions.ts';
import { invoiceWrite, withCheckout } from '../db/invoices.ts';
import { payerCheck } from '../db/payers.ts';
import type { PaymentDeps } from '../deps/payment-deps.ts';
import { decideCheckoutCommand } from '../domain/checkout-session.ts';
import { successUrl } from '../domain/return-url.ts';
import { type PaymentOrder, paymentKey } from '../providers/provider.ts';
import type { PaymentSubjects } from './payment-subject.ts';
import { type Checkout, readCheckout } from './read-checkout.ts';

/**
 * The provider's page on which the session's payment is made; null when there is nothing left to pay here. A
 * repeated call returns the payment under way, so that nobody pays twice by a second tap.
 *
 * Errors: 404 for an unknown link; 503 when the deployment has lost the provider since the session was opened.
 * Throws when the provider does; the next try starts the same payment.
 */
export function startPayment(
  sessionId: string,
  subjects: PaymentSubjects,
  deps: PaymentDeps,
): Promise<string | null> {
  return untilWritten(async () => {
    const checkout = await readCheckout(sessionId, subjects, deps);
    const { session, invoice, status } = checkout;
    if (status === 'started' && session.payment !== null) return session.payment.url;
    if (status !== 'open') return null;
    const provider = deps.payments.provider(session.provider);
    if (provider === null) throw new ApiError(503, 'Payment provider not available');

    const { paymentId, redirectUrl } = await provider.startPayment(orderOf(checkout));
    const payment = { paymentId, url: redirectUrl };
    const decision = decideCheckoutCommand(
      session,
      { type: 'start', payment },
      deps.now().toISOString(),
    );
    if (!decision.ok) return lostRace;
    const outcome = await transact(deps.table, {
      session: checkoutSessionWrite(decision.next),
      invoice: invoiceWrite(withCheckout(invoice, session.reference)),
      // The next look says that it has expired; the provider's page was shown to nobody.
      payer: payerCheck(session),
    });
    return outcome.kind === 'written' ? redirectUrl : lostRace;
  });
}

function orderOf({ session, words: { item }, invoice }: Checkout): PaymentOrder {
  const { reference, attempts, redirectUrl, email } = session;
  return {
    idempotencyKey: paymentKey(reference, attempts + 1),
    reference,
    amountCents: invoice.amountCents,
    currency: invoice.currency,
    description: `${item.text} ${item.name}`,
    returnUrl: successUrl(redirectUrl),
    cancelUrl: redirectUrl,
    email,
  };
}
