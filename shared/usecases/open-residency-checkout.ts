import { actorOf } from '../auth/actor.ts';
import type { PartnerKeyCaller } from '../auth/caller.ts';
import { findIntegration } from '../db/partner-integrations.ts';
import { findOwnResidencyApplication } from '../db/residency-applications.ts';
import { transact } from '../db/transact.ts';
import type { PaymentDeps } from '../deps/payments.ts';
import { paymentRefusal } from '../domain/residency-application.ts';
import { apiErrors } from '../errors.ts';
import { checkRedirect } from './check-residency.ts';
import { type CheckoutWish, checkProvider, newCheckout } from './new-checkout.ts';
import { readInvoice } from './pay-residency.ts';
import { residencyError } from './residency-errors.ts';
import { lostRace, untilWritten } from './until-written.ts';

/**
 * Opens a hosted checkout for a draft's invoice, which is made where there is none yet (facts C12.4). Any
 * number of sessions may be open for one invoice; one payment settles it.
 *
 * Errors, in this order: 400 `Invalid request body` for a provider that this deployment has not; 404; 400 for
 * a redirect to an origin that is not the integration's, not a draft, nothing to pay, no proof of address yet,
 * paid already, not open.
 */
export function openResidencyCheckout(
  id: string,
  wish: CheckoutWish,
  caller: PartnerKeyCaller,
  deps: PaymentDeps,
): Promise<{ readonly url: string; readonly invoiceId: string }> {
  checkProvider(wish, deps);
  const { integrationId } = caller;
  return untilWritten(async () => {
    const now = deps.now();
    const [application, integration] = await Promise.all([
      findOwnResidencyApplication(deps.table, integrationId, id),
      findIntegration(deps.table, integrationId),
    ]);
    if (application === null) throw apiErrors.residencyApplicationNotFound();
    checkRedirect(wish.redirectUrl, { integration });
    const refusal = paymentRefusal(application);
    if (refusal !== null) throw residencyError(refusal, application);
    const invoice = await readInvoice(application, deps, now.toISOString());
    if (invoice.statusId !== 'open') {
      throw residencyError(
        invoice.statusId === 'paid' ? 'invoice_paid' : 'invoice_not_open',
        application,
      );
    }
    const { url, writes } = newCheckout(
      {
        type: 'residency_application',
        id,
        ownerId: integrationId,
        invoice,
        actor: actorOf(caller),
      },
      wish,
      deps,
      now,
    );
    const outcome = await transact(deps.table, writes);
    return outcome.kind === 'written' ? { url, invoiceId: invoice.id } : lostRace;
  });
}
