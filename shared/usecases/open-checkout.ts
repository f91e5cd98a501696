import { actorOf } from '../auth/actor.ts';
import type { PersonalKeyCaller } from '../auth/caller.ts';
import type { OpenCheckout } from '../contracts/checkout.ts';
import {
  checkoutReference,
  newCheckoutSessionWrite,
  type StoredCheckoutSession,
} from '../db/checkout-sessions.ts';
import { invoiceIsOpen, invoiceWrite } from '../db/invoices.ts';
import { transact } from '../db/transact.ts';
import type { PaymentDeps } from '../deps/payments.ts';
import { openSession } from '../domain/checkout-session.ts';
import { apiErrors } from '../errors.ts';
import { auditAct } from './audit-act.ts';
import { readOwnApplication } from './read-own-application.ts';
import { checkPaidByApi, type Payable, readPayable } from './settle-application.ts';
import { lostRace, untilWritten } from './until-written.ts';

/**
 * Opens a hosted checkout for a draft's invoice, which is made where there is none yet (spec 4.6). It
 * pays and submits nothing. Any number of sessions may be open for one invoice; one payment settles it.
 *
 * Errors, in this order: 400 `Invalid request body` for a provider that this deployment has not; 404; 400
 * not draft, not API-created, paid already, not open.
 */
export function openCheckout(
  applicationId: string,
  { provider, redirectUrl, email }: OpenCheckout,
  caller: PersonalKeyCaller,
  deps: PaymentDeps,
): Promise<{ readonly url: string; readonly invoiceId: string }> {
  if (deps.payments.provider(provider) === null) {
    throw apiErrors.invalidField(['paymentProvider'], 'Is not available here');
  }
  return untilWritten(async () => {
    const now = deps.now();
    const at = now.toISOString();
    const application = await readOwnApplication(deps.table, applicationId, caller);
    checkPaidByApi(application);
    const { invoice } = checkUnpaid(await readPayable(application, deps, at));
    const sessionId = Buffer.from(deps.random(32)).toString('base64url');
    const session: StoredCheckoutSession = {
      ...openSession(now),
      reference: checkoutReference(sessionId),
      applicationId,
      ownerId: application.ownerId,
      invoiceId: invoice.id,
      provider,
      redirectUrl,
      email,
      createdAt: at,
      version: 1,
    };
    const outcome = await transact(deps.table, {
      invoice: invoice.version === 0 ? invoiceWrite(invoice) : invoiceIsOpen(invoice.id),
      session: newCheckoutSessionWrite(session),
      ...auditAct(deps, {
        at,
        actor: actorOf(caller),
        action: 'legal_entity_application.checkout_opened',
        subject: { type: 'legal_entity_application', id: applicationId },
        details: { invoiceId: invoice.id, provider },
      }),
    });
    if (outcome.kind !== 'written') return lostRace;
    return { url: `${deps.baseUrl}/checkout/${sessionId}`, invoiceId: invoice.id };
  });
}

function checkUnpaid(payable: Payable): Payable {
  const { application, invoice } = payable;
  if (application.paidAt !== null || invoice.statusId === 'paid') {
    throw apiErrors.applicationInvoicePaid();
  }
  if (invoice.statusId !== 'open') throw apiErrors.applicationInvoiceNotOpen();
  return payable;
}
