import { words } from '../../kernel/pages/words.ts';
import { type FeeWords, paymentSubject } from '../../payments/usecases/payment-subject.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { isFree } from '../domain/residency-application-state.ts';
import { payableResidency } from './pay-residency.ts';

type ResidencyType = StoredResidencyApplication['data']['residencyType'];

const residencies = words<Readonly<Record<ResidencyType, string>>>({
  en: {
    limited_e_resident: 'limited e-residency',
    e_resident: 'e-residency',
    resident_annual: 'residency for one year',
  },
  es: {
    limited_e_resident: 'e-residencia limitada',
    e_resident: 'e-residencia',
    resident_annual: 'residencia por un año',
  },
});

const say = words<FeeWords<'goes'>>({
  en: {
    fee: 'residency fee',
    kicker: () => 'Residency application',
    item: 'Application for',
    next: {
      goes: 'The application goes to the registry for review as soon as everything else is there.',
    },
  },
  es: {
    fee: 'tasa de residencia',
    kicker: () => 'Solicitud de residencia',
    item: 'Solicitud de',
    next: { goes: 'La solicitud pasa al registro para su revisión en cuanto esté todo lo demás.' },
  },
});

/** The payment of a partner's residency application. Its page and the provider learn no name. */
export const residencyPayment = paymentSubject({
  say,
  find: (table, { applicationId }) => findResidencyApplication(table, applicationId),
  payable: (application, deps) => payableResidency({ application, access: undefined }, deps),
  name: ({ data: { residencyType } }, reader) => residencies(reader)[residencyType],
  next: () => 'goes',
  isFree: ({ data: { residencyType } }) => isFree(residencyType),
});
