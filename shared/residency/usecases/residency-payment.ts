import { keys } from '../../kernel/db/keys.ts';
import { getItem } from '../../kernel/db/table.ts';
import { accept } from '../../kernel/domain/decision.ts';
import type { PaymentSubject } from '../../payments/usecases/payment-subject.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { isFree } from '../domain/residency-application-state.ts';
import { residencyInvoice, settleResidency } from './settle-residency.ts';

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
  async read({ applicationId }, deps, at) {
    const application = await findResidencyApplication(deps.table, applicationId);
    if (application === null) return null;
    const found = await getItem(deps.table, keys.invoice(application.invoiceId));
    const payable = { application, invoice: residencyInvoice(application, found, deps, at) };
    return {
      invoice: payable.invoice,
      settle: (payment, settleDeps, settledAt) => {
        const settled = settleResidency(payable, payment, settleDeps, settledAt);
        return settled.ok ? accept(settled.next.writes) : settled;
      },
    };
  },
};
