import type { FoundPayment, PaymentEvent } from '../domain/payment.ts';
import type { StatementPage } from '../domain/statement.ts';

/** What must be paid, as a provider learns it. It does not learn the session's id. */
export interface PaymentOrder {
  /** The same whenever the same payment is started again: a provider answers as it did before. */
  readonly idempotencyKey: string;
  /** Comes back in the provider's reports. */
  readonly reference: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly description: string;
  /** The payer's addresses after paying and after giving up. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** For the provider's receipt. */
  readonly email: string | null;
}

/** The idempotency key of a session's payment: a failed payment is followed by another one, a repeated start is not. */
export function paymentKey(reference: string, attempt: number): string {
  return `${reference}.${attempt}`;
}

export interface ReceivedWebhook {
  /** A header; its name in lower case. */
  header(name: string): string | undefined;
  readonly rawBody: Uint8Array;
  readonly now: Date;
}

/** `event` is null for a report of something that no payment depends on. */
export type WebhookVerdict =
  | { readonly ok: true; readonly event: PaymentEvent | null }
  | { readonly ok: false; readonly reason: 'signature' | 'malformed' };

/** A payment provider: everything that the service knows of one. */
export interface PaymentProvider {
  /** URLs on the origins that the payer is sent through, for the policy of our page; none: our own. */
  readonly origins: readonly string[];
  /** Starts a payment and answers the hosted page on which it is made. Throws when it can't. */
  startPayment(
    order: PaymentOrder,
  ): Promise<{ readonly paymentId: string; readonly redirectUrl: string }>;
  /** Reads a report, after it has made sure that it comes from the provider. */
  verifyWebhook(delivery: ReceivedWebhook): Promise<WebhookVerdict>;
  /**
   * The payments started with a reference, including failed ones; empty for a reference that the provider does not know
   * (yet). Throws if it can't tell. Null if it can't be asked.
   */
  readonly findPayment: ((reference: string) => Promise<readonly FoundPayment[]>) | null;
  /**
   * A page of all money that moved on a UTC day (YYYY-MM-DD): payments that succeeded, refunds, chargebacks. `cursor` null
   * begins; the same page may be asked for again. Throws when it can't tell. Null if there are no statements.
   */
  readonly readStatement: ((day: string, cursor: string | null) => Promise<StatementPage>) | null;
}
