import type { PaymentSubject } from '../../payments/usecases/payment-subject.ts';
import { findApplication, type StoredApplication } from '../applications.ts';
import { payableApplication } from './pay-application.ts';

/** The payment of a legal-entity application: a signed one is submitted by it. */
export const applicationPayment: PaymentSubject = {
  async describe(table, { ownerId, applicationId }) {
    const application = await findApplication(table, ownerId, applicationId);
    if (application === null) return null;
    const entity = `${application.name} ${application.extension}`;
    return {
      fee: 'registration fee',
      kicker: `Application of ${entity}`,
      item: { text: 'Incorporation of', name: entity },
      next: nextStep(application),
      free: false,
    };
  },
  async read({ ownerId, applicationId }, deps) {
    const application = await findApplication(deps.table, ownerId, applicationId);
    return application && payableApplication(application, 'portal', deps);
  },
};

/** What comes after the payment. A signed draft is left where its name was taken meanwhile. */
function nextStep({ submittedAt, agreement }: StoredApplication): string {
  if (submittedAt !== null) return 'The application has been submitted to the registry for review.';
  return agreement === null
    ? 'The application goes to the registry for review as soon as its agreement is signed.'
    : 'The application cannot be submitted under this name; the registry will contact the applicant.';
}
