import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import { paymentSubject } from '../../payments/usecases/payment-subject.ts';
import { findApplication, type StoredApplication } from '../applications.ts';
import { payableApplication } from './pay-application.ts';

const say = words({
  en: {
    fee: 'registration fee',
    kicker: (name: string) => `Application of ${name}`,
    item: 'Incorporation of',
    submitted: 'The application has been submitted to the registry for review.',
    sign: 'The application goes to the registry for review as soon as its agreement is signed.',
    taken:
      'The application cannot be submitted under this name; the registry will contact the applicant.',
  },
  es: {
    fee: 'tasa de inscripción',
    kicker: (name: string) => `Solicitud de ${name}`,
    item: 'Constitución de',
    submitted: 'La solicitud se presentó al registro para su revisión.',
    sign: 'La solicitud pasa al registro para su revisión en cuanto se firme su acuerdo.',
    taken:
      'La solicitud no se puede presentar con este nombre; el registro se pondrá en contacto con quien la hizo.',
  },
});

/** The payment of a legal-entity application: a signed one is submitted by it. */
export const applicationPayment = paymentSubject({
  find: (table, { ownerId, applicationId }) => findApplication(table, ownerId, applicationId),
  describe(application, reader) {
    const { fee, kicker, item } = say(reader);
    const name = `${application.name} ${application.extension}`;
    return {
      fee,
      kicker: kicker(name),
      item: { text: item, name },
      next: nextStep(application, reader),
      free: false,
    };
  },
  payable: (application, deps) => payableApplication(application, 'portal', deps),
});

/** What comes after the payment. A signed draft is left where its name was taken meanwhile. */
function nextStep({ submittedAt, agreement }: StoredApplication, reader: Spoken): string {
  const { submitted, sign, taken } = say(reader);
  if (submittedAt !== null) return submitted;
  return agreement === null ? sign : taken;
}
