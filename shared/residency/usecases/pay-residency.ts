import { actorOf, type PartnerKeyCaller } from '../../access/auth/caller.ts';
import { findIntegration } from '../../access/db/partner-integrations.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { accept } from '../../kernel/domain/decision.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import {
  type Payable,
  type Purchase,
  partnerVoucherError,
  readAsFound,
} from '../../payments/usecases/payable.ts';
import { paymentSubject } from '../../payments/usecases/payment-subject.ts';
import {
  findResidencyApplication,
  residencyApplicationWrite,
} from '../db/residency-applications.ts';
import { decideResidencyApplication, paymentRefusal } from '../domain/residency-application.ts';
import { isFree, type ResidencyApplicationRefusal } from '../domain/residency-application-state.ts';
import * as residencyErrors from '../errors/residency-errors.ts';
import { payResidencyResidenciesTexts, payResidencyTexts } from '../texts/index.ts';
import { checkRedirect } from './create-residency-application.ts';
import {
  findResidencyOfApplicant,
  type ResidencyOfApplicant,
  residencyError,
} from './read-residency-application.ts';

/**
 * The caller's application as a payment subject. The payment does not submit it. `redirectUrl`: where the checkout
 * leads afterwards.
 *
 * Refusals: 404; 400 for a redirect to an origin not approved for the integration; 400 not a draft, nothing to pay, no
 * proof of address, already paid; 409 for a redeemed voucher.
 */
export function ownResidencyApplication(
  id: string,
  caller: PartnerKeyCaller,
  deps: ServiceDeps,
  redirectUrl?: string,
): Purchase<ResidencyOfApplicant, ResidencyApplicationRefusal> {
  const { integrationId } = caller;
  return {
    payerId: integrationId,
    actor: actorOf(caller),
    details: { integrationId },
    voucherError: partnerVoucherError,
    ...readAsFound(
      () => findResidencyOfApplicant(id, caller, deps),
      async (found) => {
        if (redirectUrl !== undefined) {
          const integration = await findIntegration(deps.table, integrationId);
          checkRedirect(redirectUrl, { integration });
        }
        return payableResidency(found, deps);
      },
      residencyErrors.residencyApplicationNotFound,
    ),
  };
}

function payableResidency(
  { application, access }: ResidencyOfApplicant,
  { fee }: Pick<ServiceDeps, 'fee'>,
): Payable<ResidencyOfApplicant, ResidencyApplicationRefusal> {
  return {
    subject: { type: 'residency_application', id: application.id },
    invoiceId: application.invoiceId,
    fee: fee('residency_application'),
    refusal: paymentRefusal(application),
    error: (refusal) => residencyError(refusal, application),
    pay(at) {
      const paid = decideResidencyApplication(application, { type: 'pay' }, at);
      if (!paid.ok) return paid;
      const writes = { application: residencyApplicationWrite(paid.next) };
      return accept({ answer: { application: paid.next, access }, writes });
    },
  };
}

const residencies = byLocale(payResidencyResidenciesTexts);

const textsFor = byLocale(payResidencyTexts);

/** The payment of a partner's residency application. Neither the payment page nor the provider gets a name. */
export const residencyPayment = paymentSubject({
  say: textsFor,
  find: (table, { applicationId }) => findResidencyApplication(table, applicationId),
  payable: (application, deps) => payableResidency({ application, access: undefined }, deps),
  name: ({ data: { residencyType } }, context) => residencies(context)[residencyType],
  next: () => 'goes',
  isFree: ({ data: { residencyType } }) => isFree(residencyType),
});
