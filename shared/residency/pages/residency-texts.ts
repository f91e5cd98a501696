import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { nextStepsOfResidencyApplication } from '../domain/residency-application.ts';
import type {
  AppliedResidency,
  ResidencyApplicationState,
} from '../domain/residency-application-state.ts';
import { residencyTexts } from '../texts/index.ts';

const textsFor = byLocale(residencyTexts);

/** The name of the residency applied for, for applicants. */
export function appliedResidencyName(type: AppliedResidency, context: Localized = {}): string {
  return textsFor(context).names[type];
}

/** The missing steps of a draft, as a sentence. */
export function stillMissing(
  application: ResidencyApplicationState,
  context: Localized = {},
): string {
  const texts = textsFor(context);
  const steps = nextStepsOfResidencyApplication(application);
  const missing = [
    steps.agreementRequired && texts.agreement,
    steps.proofOfAddressRequired && texts.proof,
    steps.paymentRequired && texts.payment,
    steps.verificationRequired && texts.verification,
  ].filter((each) => each !== false);
  const [last] = missing.slice(-1);
  if (last === undefined) return texts.complete;
  const others = missing.slice(0, -1).join(', ');
  return texts.needs(others === '' ? last : texts.and(others, last));
}
