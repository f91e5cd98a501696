import type { FoundPayment, PaymentEvent } from '../domain/payment.ts';
import type { StatementPage } from '../domain/statement.ts';

/** A payment, as passed to a provider. Does not contain the session's id. */
export interface PaymentOrder {
  /** Identifies the payment, so that starting it again has the same result. */
  readonly idempotencyKey: string;
  /** Returned in the provider's notifications. */
  readonly reference: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly description: string;
  /** Where the payer returns after paying, and after cancelling. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** For the provider's receipt. */
  readonly email: string | null;
}

/**
 * The idempotency key of a session's payment. A new payment after a failed one gets another key; a repeated start gets
 * the same.
 */
export function paymentKey(reference: string, attempt: number): string {
  return `${reference}.${attempt}`;
}

export interface ReceivedWebhook {
  /** A header, by its lower-case name. */
  header(name: string): string | undefined;
  readonly rawBody: Uint8Array;
  readonly now: Date;
}

/** `event` is null for a notification that affects no payment. */
export type WebhookVerdict =
  | { readonly ok: true; readonly event: PaymentEvent | null }
  | { readonly ok: false; readonly reason: 'signature' | 'malformed' };

/** The adapter of a payment provider. */
export interface PaymentProvider {
  /** Origins to which the payer may be sent, for the page's Content-Security-Policy; empty for the service's own. */
  readonly origins: readonly string[];
  /** Starts a payment and returns its hosted page. Throws on failure. */
  startPayment(
    order: PaymentOrder,
  ): Promise<{ readonly paymentId: string; readonly redirectUrl: string }>;
  /** Reads a notification after verifying its signature. */
  verifyWebhook(delivery: ReceivedWebhook): Promise<WebhookVerdict>;
  /**
   * The payments started with a reference, including failed ones; empty for a reference that the provider does not know
   * (yet). Throws if unavailable. Null if queries are not supported.
   */
  readonly findPayment: ((reference: string) => Promise<readonly FoundPayment[]>) | null;
  /**
   * A page of all movements on a UTC day (YYYY-MM-DD): successful payments, refunds, chargebacks. A null `cursor`
   * starts; pages can be read again. Throws if unavailable. Null if statements are not supported.
   */
  readonly readStatement: ((day: string, cursor: string | null) => Promise<StatementPage>) | null;
}
