import { auditAct } from '../../audit/audit-act.ts';
import { transact, type Writes } from '../../kernel/db/transact.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import {
  type CheckoutSubjectType,
  checkoutReference,
  newCheckoutSessionWrite,
} from '../db/checkout-sessions.ts';
import { invoiceIsOpen, invoiceWrite, type StoredInvoice } from '../db/invoices.ts';
import { payerCheck } from '../db/payers.ts';
import { openSession } from '../domain/checkout-session.ts';
import { invoiceRefusal } from '../domain/invoice.ts';
import type { PaymentProviderName } from '../domain/payment.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { type PayersSubject, readBill } from './payable.ts';

/** How it is to be paid, and where the payer goes afterwards. */
export interface CheckoutWish {
  readonly provider: PaymentProviderName;
  readonly redirectUrl: string;
  readonly email: string | null;
}

/**
 * Opens a hosted checkout of an unpaid invoice, which is made where there is none yet (spec 4.6, facts C12.4). It
 * pays and submits nothing. Any number of sessions may be open for one invoice; one payment settles it.
 *
 * Errors, in this order: 400 `Invalid request body` for a provider that this deployment does not have; those of reading;
 * not found; why the subject takes no payment; invoice paid already, not open.
 */
export function startCheckout<R extends string>(
  type: CheckoutSubjectType,
  subject: PayersSubject<unknown, R>,
  wish: CheckoutWish,
  deps: PaymentDeps,
): Promise<CheckoutToOpen> {
  if (deps.payments.provider(wish.provider) === null) {
    throw apiErrors.invalidField(['paymentProvider'], 'Is not available here');
  }
  return untilWritten(async () => {
    const now = deps.now();
    const at = now.toISOString();
    const bill = await readBill(() => subject.read(at), deps.table, at);
    if (bill === null) throw subject.notFound();
    const { payable, invoice } = bill;
    const refusal = payable.refusal ?? invoiceRefusal(invoice);
    if (refusal !== null) throw payable.error(refusal);
    const { url, writes } = newCheckout(type, subject, invoice, wish, deps, now);
    const outcome = await transact(deps.table, writes);
    return outcome.kind === 'written' ? { url, invoiceId: invoice.id } : lostRace;
  });
}

export interface CheckoutToOpen {
  readonly url: string;
  readonly invoiceId: string;
}

/** The session and the writes that open it; refused when the invoice was paid or voided since it was read, or its payer removed. */
function newCheckout(
  type: CheckoutSubjectType,
  {
    payerId: ownerId,
    actor,
    entityId,
  }: Pick<PayersSubject<unknown, string>, 'payerId' | 'actor' | 'entityId'>,
  invoice: StoredInvoice,
  { provider, redirectUrl, email }: CheckoutWish,
  deps: PaymentDeps,
  now: Date,
): { readonly url: string; readonly writes: Writes } {
  const at = now.toISOString();
  const { id } = invoice.subject;
  const sessionId = Buffer.from(deps.random(32)).toString('base64url');
  return {
    url: `${deps.baseUrl}/checkout/${sessionId}`,
    writes: {
      invoice: invoice.version === 0 ? invoiceWrite(invoice) : invoiceIsOpen(invoice.id),
      payer: payerCheck({ entityId, ownerId }),
      session: newCheckoutSessionWrite({
        ...openSession(now),
        reference: checkoutReference(sessionId),
        subjectType: type,
        applicationId: id,
        ...(entityId !== undefined && { entityId }),
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
