import { transact } from '../../kernel/db/transact.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import {
  type CheckoutSubjectType,
  checkoutReference,
  newCheckoutSessionWrite,
} from '../db/checkout-sessions.ts';
import { invoiceWrite, withCheckout } from '../db/invoices.ts';
import { payerCheck } from '../db/payers.ts';
import type { PaymentDeps } from '../deps/payment-deps.ts';
import { openSession } from '../domain/checkout-session.ts';
import { invoiceRefusal } from '../domain/invoice.ts';
import type { PaymentProviderName } from '../domain/payment.ts';
import { type Purchase, readBill } from './payable.ts';

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
export function startCheckout(
  type: CheckoutSubjectType,
  purchase: Purchase,
  { provider, redirectUrl, email }: CheckoutWish,
  deps: PaymentDeps,
): Promise<StartedCheckout> {
  if (deps.payments.provider(provider) === null) {
    throw apiErrors.invalidField(['paymentProvider'], 'Is not available here');
  }
  return untilWritten(async () => {
    const now = deps.now();
    const at = now.toISOString();
    const bill = await readBill(() => purchase.read(at), deps.table, at);
    if (bill === null) throw purchase.notFound();
    const { payable, invoice } = bill;
    const refusal = payable.refusal ?? invoiceRefusal(invoice);
    if (refusal !== null) throw payable.error(refusal);
    const sessionId = Buffer.from(deps.random(32)).toString('base64url');
    const reference = checkoutReference(sessionId);
    const { id } = invoice.subject;
    const { payerId: ownerId, entityId, actor } = purchase;
    const invoiceId = invoice.id;
    const outcome = await transact(deps.table, {
      // The next attempt says why it can't be paid any longer.
      invoice: invoiceWrite(withCheckout(invoice, reference)),
      payer: payerCheck({ entityId, ownerId }),
      session: newCheckoutSessionWrite({
        ...openSession(now),
        reference,
        subjectType: type,
        applicationId: id,
        ...(entityId !== undefined && { entityId }),
        ownerId,
        invoiceId,
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
        details: { invoiceId, provider },
      }),
    });
    if (outcome.kind !== 'written') return lostRace;
    return { url: `${deps.baseUrl}/checkout/${sessionId}`, invoiceId };
  });
}

export interface StartedCheckout {
  readonly url: string;
  readonly invoiceId: string;
}
