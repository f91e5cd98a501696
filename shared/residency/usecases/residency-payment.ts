import type { PaymentSubject } from '../../payments/usecases/payment-subject.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { isFree } from '../domain/residency-application-state.ts';
import { payableResidency } from './pay-residency.ts';

const residencies: Readonly<Record<StoredResidencyApplication['data']['residencyType'], string>> = {
  limited_e_resident: 'limited e-residency',
  e_resident: 'e-residency',
  resident_annual: 'residency for one year',
};

/** The payment of a partner's residency application. Its page and the provider learn no name. */
export const residencyPayment: PaymentSubject = {
  async describe(table, { applicationId }) {
    const application = await findResidencyApplication(table, applicationId);
    return (
      application && {
        fee: 'residency fee',
        kicker: 'Residency application',
        item: { text: 'Application for', name: residencies[application.data.residencyType] },
        next: 'The application goes to the registry for review as soon as everything else is there.',
        free: isFree(application.data.residencyType),
      }
    );
  },
  async read({ applicationId }, deps) {
    const application = await findResidencyApplication(deps.table, applicationId);
    return application && payableResidency({ application, access: undefined }, deps);
  },
};
