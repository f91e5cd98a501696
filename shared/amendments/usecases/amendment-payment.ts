import { keys } from '../../kernel/db/keys.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { fullName } from '../../kernel/domain/company-name.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import { type OfSession, paymentSubject } from '../../payments/usecases/payment-subject.ts';
import { findEntityWith } from '../../registry/db/entities.ts';
import { StoredAmendment } from '../amendments.ts';
import { payableAmendment } from './pay-amendment.ts';

const say = words({
  en: {
    fee: 'filing fee',
    kicker: (name: string) => `Amendment of ${name}`,
    item: 'Amendment of',
    submitted: 'The amendment has been submitted to the registry for review.',
    submits: 'The amendment goes to the registry for review.',
    taken: 'The amendment cannot be submitted, because its name was registered by somebody else.',
  },
  es: {
    fee: 'tasa de modificación',
    kicker: (name: string) => `Modificación de ${name}`,
    item: 'Modificación de',
    submitted: 'La modificación se presentó al registro para su revisión.',
    submits: 'La modificación pasa al registro para su revisión.',
    taken: 'La modificación no se puede presentar, porque otra persona registró su nombre.',
  },
});

/** The payment of an amendment by somebody in the portal, which submits it. */
export const amendmentPayment = paymentSubject({
  find: findFilingToPay,
  describe({ entity, amendment }, reader) {
    const { fee, kicker, item } = say(reader);
    const name = fullName(entity);
    return {
      fee,
      kicker: kicker(name),
      item: { text: item, name },
      next: nextStep(amendment, reader),
      free: false,
    };
  },
  payable: (found, deps, { ownerId: personId }) =>
    payableAmendment(found, { kind: 'person', personId }, deps),
});

/** What comes after the payment. A paid filing is left where its name was taken meanwhile. */
function nextStep({ submittedAt, paidAt }: StoredAmendment, reader: Spoken): string {
  const { submitted, submits, taken } = say(reader);
  if (submittedAt !== null) return submitted;
  return paidAt === null ? submits : taken;
}

async function findFilingToPay(table: Table, { entityId, applicationId: id }: OfSession) {
  const found =
    entityId === undefined
      ? null
      : await findEntityWith(table, entityId, keys.amendment(entityId, id));
  return found && { entity: found.entity, amendment: parseStored(StoredAmendment, found.item) };
}
