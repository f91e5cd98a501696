import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import { nextStepsOfResidencyApplication } from '../domain/residency-application.ts';
import type {
  AppliedResidency,
  ResidencyApplicationState,
} from '../domain/residency-application-state.ts';

const names: Readonly<Record<AppliedResidency, string>> = {
  limited_e_resident: 'Limited e-Resident',
  e_resident: 'e-Resident, for one year',
  resident_annual: 'Resident, for one year',
};

const say = words({
  en: {
    names,
    agreement: 'the signature of the agreement',
    proof: 'a proof of address',
    payment: 'the payment of the fee',
    verification: 'the verification of the applicant’s identity',
    complete: 'The application is complete and can be submitted.',
    needs: (what: string) => `Before it can be submitted, the application needs ${what}.`,
    and: (others: string, last: string) => `${others} and ${last}`,
  },
  es: {
    names: {
      limited_e_resident: 'e-Residente limitado',
      e_resident: 'e-Residente, por un año',
      resident_annual: 'Residente, por un año',
    },
    agreement: 'la firma del acuerdo',
    proof: 'un comprobante de domicilio',
    payment: 'el pago de la tasa',
    verification: 'la verificación de la identidad de quien solicita',
    complete: 'La solicitud tiene todo lo necesario y se puede presentar.',
    needs: (what: string) => `Antes de que se pueda presentar, a la solicitud le falta: ${what}.`,
    and: (others: string, last: string) => `${others} y ${last}`,
  },
});

/** What is applied for, as applicants read it. */
export function appliedResidencyName(type: AppliedResidency, reader: Spoken = {}): string {
  return say(reader).names[type];
}

/** What a draft still needs, in a sentence. */
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
