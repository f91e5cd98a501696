import { actorOf } from '../../access/auth/actor.ts';
import { findIntegration } from '../../access/db/partner-integrations.ts';
import type { PartnerKeyCaller } from '../../kernel/caller.ts';
import { transact } from '../../kernel/db/transact.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { PaymentDeps } from '../../payments/payment-deps.ts';
import {
  type CheckoutWish,
  checkProvider,
  newCheckout,
} from '../../payments/usecases/new-checkout.ts';
import { findOwnResidencyApplication } from '../db/residency-applications.ts';
import { paymentRefusal } from '../domain/residency-application.ts';
import { checkRedirect } from './check-residency.ts';
import { readInvoice } from './pay-residency.ts';
import { residencyError } from './residency-errors.ts';

/**
 * Opens a hosted checkout for a draft's invoice, which is made where there is none yet (facts C12.4). Any
 * number of sessions may be open for one invoice; one payment settles it.
 *
 * Errors, in this order: 400 `Invalid request body` for a provider that this deployment does not have; 404; 400
 * for a redirect to an origin that is not the integration's, not a draft, nothing to pay, no proof of address
 * yet, paid already, not open.
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
