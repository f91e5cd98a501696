import { words } from '../../kernel/pages/words.ts';
import { type FeeWords, paymentSubject } from '../../payments/usecases/payment-subject.ts';
import { findApplication } from '../db/applications.ts';
import { payableApplication } from './pay-application.ts';

const say = words<FeeWords<'submitted' | 'sign' | 'taken'>>({
  en: {
    fee: 'registration fee',
    kicker: (name) => `Application of ${name}`,
    item: 'Incorporation of',
    next: {
      submitted: 'The application has been submitted to the registry for review.',
      sign: 'The application goes to the registry for review as soon as its agreement is signed.',
      taken:
        'The application cannot be submitted under this name; the registry will contact the applicant.',
    },
  },
  es: {
    fee: 'tasa de inscripción',
    kicker: (name) => `Solicitud de ${name}`,
    item: 'Constitución de',
    next: {
      submitted: 'La solicitud se presentó al registro para su revisión.',
      sign: 'La solicitud pasa al registro para su revisión en cuanto se firme su acuerdo.',
      taken:
        'La solicitud no se puede presentar con este nombre; el registro se pondrá en contacto con quien la hizo.',
    },
  },
});

/** The payment of a legal-entity application: a signed one is submitted by it. */
export const applicationPayment = paymentSubject({
  say,
  find: (table, { ownerId, applicationId }) => findApplication(table, ownerId, applicationId),
  payable: (application, deps) => payableApplication(application, 'portal', deps),
  name: ({ name, extension }) => `${name} ${extension}`,
  next({ submittedAt, agreement }) {
    if (submittedAt !== null) return 'submitted';
    // A signed draft is left where its name was taken meanwhile.
    return agreement === null ? 'sign' : 'taken';
  },
});
