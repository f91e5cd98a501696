import { findAnyAmendment } from '../../amendments/amendments.ts';
import { findObjection } from '../../amendments/objections.ts';
import { findAnyCertificateRequest } from '../../certificates/certificates.ts';
import { findAnyApplication } from '../../incorporation/applications.ts';
import { keys } from '../../kernel/db/keys.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import type { Product } from '../../payments/domain/voucher.ts';
import { findPerson } from '../../people/db/people.ts';
import { isSameEmail } from '../../people/domain/revise-person.ts';
import { notRepresentative } from '../../registry/db/representatives.ts';
import { findResidencyApplication } from '../../residency/db/residency-applications.ts';
import type { Review } from '../../reviews/review.ts';

/** Whether something under review is somebody's own. */
export interface Interest {
  readonly own: boolean;
  /** Refuses a transaction if it has become their own since; undefined where that can't happen. */
  readonly stillNone: Write | undefined;
}

type Look = (table: Table, subjectId: string, personId: string) => Promise<Interest>;

const none: Interest = { own: false, stillNone: undefined };

/** Exhaustive on purpose: a new type does not compile until somebody says whose it is. */
const looks: Readonly<Record<Product, Look>> = {
  legal_entity_application: async (table, id, personId) => {
    const application = await findAnyApplication(table, id);
    return { ...none, own: application?.ownerId === personId };
  },
  amendment: async (table, id, personId) => {
    const filing = await findAnyAmendment(table, id);
    if (filing === null) return none;
    // Somebody who objected may no longer represent the entity. An objection made meanwhile refuses the
    // decision itself.
    const objected = (await findObjection(table, id, personId)) !== null;
    return objected || filing.signature?.personId === personId
      ? { ...none, own: true }
      : inEntity(table, filing.entityId, personId);
  },
  certificate_request: async (table, id, personId) => {
    const request = await findAnyCertificateRequest(table, id);
    if (request === null) return none;
    return request.requestedBy === personId
      ? { ...none, own: true }
      : inEntity(table, request.entityId, personId);
  },
  residency_application: async (table, id, personId) => {
    const [application, person] = await Promise.all([
      findResidencyApplication(table, id),
      findPerson(table, personId),
    ]);
    if (application === null || person === null) return none;
    const { email } = application.data.personalDetails;
    const own = person.residencyApplicationId === id || isSameEmail(person.email, email);
    return { ...none, own };
  },
};

/**
 * Whether the subject of a review is the person's own: they applied for it, signed or requested it, or
 * represent its entity. An operator, who is not a person of the registry, has nothing.
 */
export async function interestIn(
  { type, id }: Review['subject'],
  personId: string | null,
  { table }: { readonly table: Table },
): Promise<Interest> {
  return personId === null ? none : looks[type](table, id, personId);
}

async function inEntity(table: Table, entityId: string, personId: string): Promise<Interest> {
  const representative = await getItem(table, keys.representative(entityId, personId));
  return { own: representative !== undefined, stillNone: notRepresentative(entityId, personId) };
}
