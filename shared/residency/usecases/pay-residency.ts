import { actorOf } from '../../access/auth/actor.ts';
import type { PartnerKeyCaller } from '../../access/auth/caller.ts';
import { findIntegration } from '../../access/db/partner-integrations.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { accept } from '../../kernel/domain/decision.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { type Payable, type Purchase, readAsFound } from '../../payments/usecases/payable.ts';
import { partnerVoucherError } from '../../payments/usecases/voucher-errors.ts';
import { residencyApplicationWrite } from '../db/residency-applications.ts';
import { decideResidencyApplication, paymentRefusal } from '../domain/residency-application.ts';
import type { ResidencyApplicationRefusal } from '../domain/residency-application-state.ts';
import { checkRedirect } from './check-residency.ts';
import type { ResidencyOfApplicant } from './present-residency-applications.ts';
import { findResidencyOfApplicant } from './read-residency-application.ts';
import { residencyError } from './residency-errors.ts';

/**
 * The application of the caller's integration, to be paid. It is not submitted by that. `redirectUrl`: where a
 * checkout is to lead afterwards.
 *
 * Refusals: 404; 400 for a redirect to an origin that is not the integration's; 400 not a draft, nothing to pay, no
 * proof of address yet, paid already; 409 for a voucher that has been redeemed.
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
      apiErrors.residencyApplicationNotFound,
    ),
  };
}

export function payableResidency(
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
