import { auditAct } from '../../audit/audit-act.ts';
import type { Actor } from '../../audit/audit-entry.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { apiErrors } from '../../kernel/errors.ts';
import {
  type CheckoutSubjectType,
  checkoutReference,
  newCheckoutSessionWrite,
} from '../db/checkout-sessions.ts';
import { invoiceIsOpen, invoiceWrite, type StoredInvoice } from '../db/invoices.ts';
import { openSession } from '../domain/checkout-session.ts';
import type { PaymentProviderName } from '../domain/payment.ts';
import type { PaymentDeps } from '../payment-deps.ts';

/** What is to be paid, by whose order. */
export interface CheckoutSubject {
  readonly type: CheckoutSubjectType;
  readonly id: string;
  /** The person or the integration that the subject belongs to. */
  readonly ownerId: string;
  readonly invoice: StoredInvoice;
  readonly actor: Actor;
}

/** How it is to be paid, and where the payer goes afterwards. */
export interface CheckoutWish {
  readonly provider: PaymentProviderName;
  readonly redirectUrl: string;
  readonly email: string | null;
}

/** Error: 400 `Invalid request body` for a provider that this deployment does not have. */
export function checkProvider({ provider }: CheckoutWish, { payments }: PaymentDeps): void {
  if (payments.provider(provider) !== null) return;
  throw apiErrors.invalidField(['paymentProvider'], 'Is not available here');
}

/**
 * A hosted checkout of an unpaid invoice, and the writes that open it; the invoice is made where there is
 * none yet. Refused, as `invoice`, when the invoice was paid or voided since it was read.
 */
export function newCheckout(
  { type, id, ownerId, invoice, actor }: CheckoutSubject,
  { provider, redirectUrl, email }: CheckoutWish,
  deps: PaymentDeps,
  now: Date,
): {
  readonly url: string;
  readonly writes: ReturnType<typeof auditAct> & {
    readonly invoice: Write;
    readonly session: Write;
  };
} {
  const at = now.toISOString();
  const sessionId = Buffer.from(deps.random(32)).toString('base64url');
  return {
    url: `${deps.baseUrl}/checkout/${sessionId}`,
    writes: {
      invoice: invoice.version === 0 ? invoiceWrite(invoice) : invoiceIsOpen(invoice.id),
      session: newCheckoutSessionWrite({
        ...openSession(now),
        reference: checkoutReference(sessionId),
        subjectType: type,
        applicationId: id,
        ownerId,
        invoiceId: invoice.id,
        provider,
        redirectUrl,
        email,
        createdAt: at,
        version: 1,
      }),
      ...auditAct(deps, {
        at,
        actor,
        action: `${type}.checkout_opened`,
        subject: { type, id },
        details: { invoiceId: invoice.id, provider },
      }),
    },
  };
}
