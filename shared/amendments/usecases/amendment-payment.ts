import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { fullName } from '../../kernel/domain/company-name.ts';
import type { OfSession, PaymentSubject } from '../../payments/usecases/payment-subject.ts';
import { StoredEntity } from '../../registry/db/entities.ts';
import { StoredAmendment } from '../amendments.ts';
import { payableAmendment } from './pay-amendment.ts';
import type { EntityFiling } from './read-amendment.ts';

/** The payment of an amendment by somebody in the portal, which submits it. */
export const amendmentPayment: PaymentSubject = {
  async describe(table, session) {
    const found = await find(table, session);
    if (found === null) return null;
    const name = fullName(found.entity);
    return {
      fee: 'filing fee',
      kicker: `Amendment of ${name}`,
      item: { text: 'Amendment of', name },
      next: nextStep(found.amendment),
      free: false,
    };
  },
  async read(session, deps) {
    const found = await find(deps.table, session);
    const payer = { kind: 'person', personId: session.ownerId } as const;
    return found && payableAmendment(found, payer, deps);
  },
};

/** What comes after the payment. A paid filing is left where its name was taken meanwhile. */
function nextStep({ submittedAt, paidAt }: StoredAmendment): string {
  if (submittedAt !== null) return 'The amendment has been submitted to the registry for review.';
  return paidAt === null
    ? 'The amendment goes to the registry for review.'
    : 'The amendment cannot be submitted, because its name was registered by somebody else.';
}

async function find(
  table: Table,
  { entityId, applicationId }: OfSession,
): Promise<EntityFiling | null> {
  if (entityId === undefined) return null;
  const [first, second] = await getItems(table, [
    keys.entity(entityId),
    keys.amendment(entityId, applicationId),
  ]);
  const entity = parseFound(StoredEntity, first);
  const amendment = parseFound(StoredAmendment, second);
  return entity && amendment && { entity, amendment };
}
