import { type CheckoutState, statusOf } from './checkout-session.ts';
import type { InvoiceState } from './invoice.ts';
import type { PaymentProviderName } from './payment.ts';

/**
 * How far the payment of an invoice is. `under_way`: a payment was started with a provider, which has not said what became of
 * it. `nothing_paid`: the last checkout was cancelled, or its payment failed. `none`: nothing to say.
 */
export type PaymentProgress =
  | { readonly kind: 'none' | 'nothing_paid' }
  | {
      readonly kind: 'under_way';
      readonly provider: PaymentProviderName;
      /** The provider's page; null once the payment can neither be continued nor cancelled. */
      readonly url: string | null;
    }
  | ({ readonly kind: 'paid'; readonly paidAt: string } & Pick<
      InvoiceState,
      'id' | 'amountCents' | 'currency'
    >);

/** By the invoice and its checkout sessions, the newest first. */
export function progressOf(
  { statusId, paidAt, id, amountCents, currency }: InvoiceState,
  sessions: readonly (CheckoutState & { readonly provider: PaymentProviderName })[],
  now: string,
): PaymentProgress {
  if (paidAt !== null) return { kind: 'paid', id, amountCents, currency, paidAt };
  if (statusId !== 'open') return { kind: 'none' };
  const current = sessions.find((session) => isInProgress(session, now));
  if (current !== undefined) {
    const { provider, payment } = current;
    const url = statusOf(current, now) === 'started' && payment !== null ? payment.url : null;
    return { kind: 'under_way', provider, url };
  }
  const [last] = sessions;
  return { kind: last !== undefined && cameToNothing(last, now) ? 'nothing_paid' : 'none' };
}

/**
 * Whether money may arrive by it: a payment was started, and neither side has ended it. After the session has expired, until
 * the provider was asked for the last time.
 */
export function isInProgress(session: CheckoutState, now: string): boolean {
  const { payment, question } = session;
  const status = statusOf(session, now);
  if (payment === null) return false;
  return status === 'started' || (status === 'expired' && (question?.askAt ?? null) !== null);
}

/** Whether it ended without money: its payer cancelled it, or the provider reports that the payment failed. */
function cameToNothing(session: CheckoutState, now: string): boolean {
  const { payment, attempts, expiresAt } = session;
  const status = statusOf(session, now);
  if (status === 'cancelled') return expiresAt > now;
  return status === 'open' && payment === null && attempts > 0;
}
