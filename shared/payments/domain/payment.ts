import type { PaymentResult } from '../../kernel/domain/payment.ts';

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

/** What a provider answers, as a report: the same answer is the same report. */
export function reportOf(payment: FoundPayment): PaymentEvent {
  const { result, paymentId, amountCents, currency } = payment;
  return { ...payment, id: `found ${result} ${paymentId} ${amountCents} ${currency}` };
}

/** The log's error message for money that settles nothing. */
export const settledNothing = 'a payment settled nothing';

/**
 * Why money that has arrived does not pay for this: another amount or currency, or an invoice that
 * nobody has to pay any more; null when it does.
 */
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
