import type { PaymentResult } from '../../kernel/domain/payment.ts';
import { type CheckoutState, statusOf } from './checkout-session.ts';
import type { InvoiceState } from './invoice.ts';

/** Payment providers that a checkout can be opened with (spec 4.6). */
export const paymentProviders = ['cardpay', 'cardpay-crypto', 'lnpay', 'chainpay-ptc'] as const;
export type PaymentProviderName = (typeof paymentProviders)[number];

/** A provider's notification about a payment, delivered at least once and in any order. */
export interface PaymentEvent {
  /** The provider's id of the notification, the same for each delivery. */
  readonly id: string;
  readonly result: PaymentResult;
  readonly paymentId: string;
  /** The checkout session's reference, as sent to the provider. */
  readonly reference: string;
  readonly amountCents: number;
  readonly currency: string;
}

/** A payment as its provider returns it for a query. */
export type FoundPayment = Omit<PaymentEvent, 'id'>;

/** A provider's answer as a notification. Equal answers get equal ids. */
export function reportOf(payment: FoundPayment): PaymentEvent {
  const { result, paymentId, amountCents, currency } = payment;
  return { ...payment, id: `found ${result} ${paymentId} ${amountCents} ${currency}` };
}

/** The log's error message for money that settles nothing. */
export const settledNothing = 'a payment did not settle an invoice';

/** Why received money does not settle the invoice: another amount or currency, or a void invoice; null if it does. */
export function mismatch(
  { amountCents, currency }: Pick<PaymentEvent, 'amountCents' | 'currency'>,
  invoice: {
    readonly statusId: string;
    readonly amountCents: number;
    readonly currency: string;
  },
): 'currency' | 'amount' | 'invoice_void' | null {
  if (invoice.statusId === 'void') return 'invoice_void';
  if (currency !== invoice.currency) return 'currency';
  return amountCents === invoice.amountCents ? null : 'amount';
}

/**
 * The progress of an invoice's payment. `under_way`: started with a provider, result unknown. `nothing_paid`: the last
 * checkout was cancelled, or its payment failed. `none`: nothing to show.
 */
export type PaymentProgress =
  | { readonly kind: 'none' | 'nothing_paid' }
  | {
      readonly kind: 'under_way';
      readonly provider: PaymentProviderName;
      /** The provider's page; null if the payment can neither be continued nor cancelled. */
      readonly url: string | null;
    }
  | ({ readonly kind: 'paid'; readonly paidAt: string } & Pick<
      InvoiceState,
      'id' | 'amountCents' | 'currency'
    >);

/** The progress, derived from the invoice and its checkout sessions, newest first. */
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
 * Whether money may still arrive: a payment was started and neither side has ended it. After the session has expired,
 * until the last query of the provider.
 */
export function isInProgress(session: CheckoutState, now: string): boolean {
  const { payment, question } = session;
  const status = statusOf(session, now);
  if (payment === null) return false;
  return status === 'started' || (status === 'expired' && (question?.askAt ?? null) !== null);
}

/** Whether it ended without money: cancelled by its payer, or failed at the provider. */
function cameToNothing(session: CheckoutState, now: string): boolean {
  const { payment, attempts, expiresAt } = session;
  const status = statusOf(session, now);
  if (status === 'cancelled') return expiresAt > now;
  return status === 'open' && payment === null && attempts > 0;
}

/**
 * The URL to which the payer returns after a payment: the given URL with `success=true` added to its query. Everything
 * else stays unchanged, character by character.
 */
export function successUrl(redirectUrl: string): string {
  const [address = '', fragment] = redirectUrl.split(/#(.*)/s);
  const separator = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  return `${address}${separator}success=true${fragment === undefined ? '' : `#${fragment}`}`;
}
