import { nextStepsOfResidencyApplication } from '../domain/residency-application.ts';
import type {
  AppliedResidency,
  ResidencyApplicationState,
} from '../domain/residency-application-state.ts';

/** What is applied for, as applicants read it. */
export const appliedResidencyNames: Readonly<Record<AppliedResidency, string>> = {
  limited_e_resident: 'Limited e-Resident',
  e_resident: 'e-Resident, for one year',
  resident_annual: 'Resident, for one year',
};

/** What a draft still needs, in a sentence. */
export function stillMissing(application: ResidencyApplicationState): string {
  const steps = nextStepsOfResidencyApplication(application);
  const missing = [
    steps.agreementRequired && 'the signature of the agreement',
    steps.proofOfAddressRequired && 'a proof of address',
    steps.paymentRequired && 'the payment of the fee',
    steps.verificationRequired && 'the verification of the applicant’s identity',
  ].filter((each) => each !== false);
  if (missing.length === 0) return 'The application has all that it needs and can be submitted.';
  const [last] = missing.slice(-1);
  const others = missing.slice(0, -1).join(', ');
  return `Before it can be submitted, the application needs ${others === '' ? last : `${others} and ${last}`}.`;
}
