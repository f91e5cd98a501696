import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import { nextStepsOfResidencyApplication } from '../domain/residency-application.ts';
import type {
  AppliedResidency,
  ResidencyApplicationState,
} from '../domain/residency-application-state.ts';
import { residencyTexts } from '../texts/index.ts';

const say = words(residencyTexts);

/** The name of the residency applied for, for applicants. */
export function appliedResidencyName(type: AppliedResidency, reader: Spoken = {}): string {
  return say(reader).names[type];
}

/** The missing steps of a draft, as a sentence. */
export function stillMissing(application: ResidencyApplicationState, reader: Spoken = {}): string {
  const said = say(reader);
  const steps = nextStepsOfResidencyApplication(application);
  const missing = [
    steps.agreementRequired && said.agreement,
    steps.proofOfAddressRequired && said.proof,
    steps.paymentRequired && said.payment,
    steps.verificationRequired && said.verification,
  ].filter((each) => each !== false);
  const [last] = missing.slice(-1);
  if (last === undefined) return said.complete;
  const others = missing.slice(0, -1).join(', ');
  return said.needs(others === '' ? last : said.and(others, last));
}
