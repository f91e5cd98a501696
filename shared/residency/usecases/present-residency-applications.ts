import type { ServiceDeps } from '../../kernel/deps/service.ts';
import type { ResidencyApplication } from '../contracts/partner-application.ts';
import { presentResidencyApplication } from '../contracts/present-partner-application.ts';
import type { ApplicantAccess } from '../db/applicant-access.ts';
import type { StoredResidencyApplication } from '../db/residency-applications.ts';
import { presentApplicantAccess } from './present-applicant-access.ts';

/** An application with what is known of its applicant's account. */
export interface ResidencyOfApplicant {
  readonly application: StoredResidencyApplication;
  readonly access: ApplicantAccess | undefined;
}

/** The application as its partner sees it. */
export function presentPartnerApplication(
  { application, access }: ResidencyOfApplicant,
  site: Pick<ServiceDeps, 'baseUrl'>,
): ResidencyApplication {
  return presentResidencyApplication(
    application,
    presentApplicantAccess(application.data.personalDetails.email, access),
    site,
  );
}

const ready = 'Payment received. The application can be submitted.';
const waiting = 'Payment received. Submit the application when nextSteps.submitReady is true.';

/** Answer of a payment. */
export function presentResidencyPayment(
  paid: ResidencyOfApplicant,
  deps: Pick<ServiceDeps, 'baseUrl'>,
) {
  const data = presentPartnerApplication(paid, deps);
  const message = data.nextSteps.submitReady ? ready : waiting;
  return { success: true as const, data, message };
}
