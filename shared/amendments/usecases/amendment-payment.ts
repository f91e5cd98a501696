import { keys } from '../../kernel/db/keys.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { words } from '../../kernel/pages/words.ts';
import { type FeeWords, paymentSubject } from '../../payments/usecases/payment-subject.ts';
import { findFiling } from '../../registry/db/entities.ts';
import { StoredAmendment } from '../db/amendments.ts';
import { payableAmendment } from './pay-amendment.ts';

const say = words<FeeWords<'submitted' | 'submits' | 'taken'>>({
  en: {
    fee: 'filing fee',
    kicker: (name) => `Amendment of ${name}`,
    item: 'Amendment of',
    next: {
      submitted: 'The amendment has been submitted to the registry for review.',
      submits: 'The amendment goes to the registry for review.',
      taken: 'The amendment cannot be submitted, because its name was registered by someone else.',
    },
  },
  es: {
    fee: 'tasa de modificación',
    kicker: (name) => `Modificación de ${name}`,
    item: 'Modificación de',
    next: {
      submitted: 'La modificación se presentó al registro para su revisión.',
      submits: 'La modificación pasa al registro para su revisión.',
      taken: 'La modificación no se puede presentar, porque otra persona registró su nombre.',
    },
  },
});

/** The payment of an amendment by somebody in the portal, which submits it. */
export const amendmentPayment = paymentSubject({
  say,
  find: (table, session) => findFiling(table, session, keys.amendment, StoredAmendment),
  payable: ({ entity, filing: amendment }, deps, { ownerId: personId }) =>
    payableAmendment({ entity, amendment }, { kind: 'person', personId }, deps),
  name: ({ entity }) => fullName(entity),
  next({ filing: { submittedAt, paidAt } }) {
    if (submittedAt !== null) return 'submitted';
    // A paid filing is left where its name was taken meanwhile.
    return paidAt === null ? 'submits' : 'taken';
  },
});
