import { actorOf } from '../../access/auth/actor.ts';
import type { PersonalKeyCaller } from '../../kernel/caller.ts';
import { transact } from '../../kernel/db/transact.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { PaymentDeps } from '../../payments/payment-deps.ts';
import {
  type CheckoutWish,
  checkProvider,
  newCheckout,
} from '../../payments/usecases/new-checkout.ts';
import { readOwnApplication } from './read-own-application.ts';
import { checkPaidByApi, type Payable, readPayable } from './settle-application.ts';

/**
 * Opens a hosted checkout for a draft's invoice, which is made where there is none yet (spec 4.6). It
 * pays and submits nothing. Any number of sessions may be open for one invoice; one payment settles it.
 *
 * Errors, in this order: 400 `Invalid request body` for a provider that this deployment does not have; 404; 400
 * not draft, not API-created, paid already, not open.
 */
export function openCheckout(
  applicationId: string,
  wish: CheckoutWish,
  caller: PersonalKeyCaller,
  deps: PaymentDeps,
): Promise<{ readonly url: string; readonly invoiceId: string }> {
  checkProvider(wish, deps);
  return untilWritten(async () => {
    const now = deps.now();
    const application = await readOwnApplication(deps.table, applicationId, caller);
    checkPaidByApi(application);
    const { invoice } = checkUnpaid(await readPayable(application, deps, now.toISOString()));
    const { url, writes } = newCheckout(
      {
        type: 'legal_entity_application',
        id: applicationId,
        ownerId: application.ownerId,
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

function checkUnpaid(payable: Payable): Payable {
  const { application, invoice } = payable;
  if (application.paidAt !== null || invoice.statusId === 'paid') {
    throw apiErrors.applicationInvoicePaid();
  }
  if (invoice.statusId !== 'open') throw apiErrors.applicationInvoiceNotOpen();
  return payable;
}
