import type { PaymentResult } from '../../kernel/domain/payment.ts';
import { type CheckoutState, statusOf } from './checkout-session.ts';
import type { InvoiceState } from './invoice.ts';

/** Payment providers that a checkout can be opened with (spec 4.6). */
export const paymentProviders = ['cardpay', 'cardpay-crypto', 'lnpay', 'chainpay-ptc'] as const;
export type PaymentProviderName = (typeof paymentProviders)[number];

/** A provider's report of one payment; it comes at least once and in any order. */
export interface PaymentEvent {
  /** The provider's id of the report: the same for every delivery of it. */
  readonly id: string;
  readonly result: PaymentResult;
  readonly paymentId: string;
  /** Names the checkout session, as it was given to the provider. */
  readonly reference: string;
  readonly amountCents: number;
  readonly currency: string;
}

/** A payment as its provider knows it when it is asked. */
export type FoundPayment = Omit<PaymentEvent, 'id'>;

/** A provider's answer in the form of a report: the same answer is the same report. */
export function reportOf(payment: FoundPayment): PaymentEvent {
  const { result, paymentId, amountCents, currency } = payment;
  return { ...payment, id: `found ${result} ${paymentId} ${amountCents} ${currency}` };
}

/** The log's error message for money that settles nothing. */
export const settledNothing = 'a payment did not settle an invoice';

/** Why money that has arrived does not pay for this: another amount or currency, or a void invoice; null when it does. */
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

/**
 * The payer's address after a payment: the given URL with `success=true` added to its query. Query and fragment
 * otherwise stay as they are, character by character.
 */
export function successUrl(redirectUrl: string): string {
  const [address = '', fragment] = redirectUrl.split(/#(.*)/s);
  const separator = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  return `${address}${separator}success=true${fragment === undefined ? '' : `#${fragment}`}`;
}
