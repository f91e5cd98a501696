import { words } from '../../kernel/pages/words.ts';
import { paymentSubject } from '../../payments/usecases/payment-subject.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { isFree } from '../domain/residency-application-state.ts';
import { payableResidency } from './pay-residency.ts';

type Residencies = Readonly<Record<StoredResidencyApplication['data']['residencyType'], string>>;

const english: Residencies = {
  limited_e_resident: 'limited e-residency',
  e_resident: 'e-residency',
  resident_annual: 'residency for one year',
};

const spanish: Residencies = {
  limited_e_resident: 'e-residencia limitada',
  e_resident: 'e-residencia',
  resident_annual: 'residencia por un año',
};

const say = words({
  en: {
    fee: 'residency fee',
    kicker: 'Residency application',
    item: 'Application for',
    residencies: english,
    next: 'The application goes to the registry for review as soon as everything else is there.',
  },
  es: {
    fee: 'tasa de residencia',
    kicker: 'Solicitud de residencia',
    item: 'Solicitud de',
    residencies: spanish,
    next: 'La solicitud pasa al registro para su revisión en cuanto esté todo lo demás.',
  },
});

/** The payment of a partner's residency application. Its page and the provider learn no name. */
export const residencyPayment = paymentSubject({
  find: (table, { applicationId }) => findResidencyApplication(table, applicationId),
  describe({ data: { residencyType } }, reader) {
    const { fee, kicker, item, residencies, next } = say(reader);
    const name = residencies[residencyType];
    return { fee, kicker, item: { text: item, name }, next, free: isFree(residencyType) };
  },
  payable: (application, deps) => payableResidency({ application, access: undefined }, deps),
});
