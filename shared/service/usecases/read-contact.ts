import { amendmentPath } from '../../amendments/contracts/portal-amendments-contract.ts';
import { findAnyAmendment } from '../../amendments/db/amendments.ts';
import { certificatePath } from '../../certificates/contracts/portal-certificates-contract.ts';
import { findAnyCertificateRequest } from '../../certificates/db/certificates.ts';
import { applicationPath } from '../../incorporation/contracts/portal-application.ts';
import { findAnyApplication } from '../../incorporation/db/applications.ts';
import type { Item, Table } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import { type Product, products } from '../../kernel/domain/product.ts';
import { findMailAddress } from '../../mail/db/mail-addresses.ts';
import { mailAddressStatus } from '../../mail/domain/mail-address.ts';
import type { StoredPaymentCase } from '../../payments/db/payment-cases.ts';
import { findPerson, findPersonByEmail, type StoredPerson } from '../../people/db/people.ts';
import { readPeople, readPerson } from '../../people/usecases/read-people.ts';
import { findEntity } from '../../registry/db/entities.ts';
import { activeRepresentatives } from '../../registry/db/representatives.ts';
import { findResidencyApplication } from '../../residency/db/residency-applications.ts';
import { applicantLanguage } from '../../residency/domain/residency-application-state.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { mayDo } from '../../staff/domain/staff-rights.ts';
import { recordReading, type StaffStatus } from '../../staff/usecases/staff-status.ts';
import type { EmailDeps } from '../deps/outbox.ts';
import type { Contact } from '../pages/contact-pages.ts';
import { resendableMails } from './resend-mail.ts';

/** The staff member, and their earlier view if one is recorded. */
interface ContactReader {
  readonly staff: StaffStatus;
  readonly noted: Item | undefined;
}

const most = 20;

/**
 * People found by the search text: a full email address, a permit number, or the first letters of names. At most the
 * newest 20.
 */
export async function findContacts(
  sought: string,
  { table }: { readonly table: Table },
): Promise<readonly StoredPerson[]> {
  if (sought === '') return [];
  const find = async (choice: Parameters<typeof readPeople>[0]) =>
    (await readPeople(choice, { table })).items;
  const page = { limit: most };
  if (sought.includes('@')) return find({ ...page, email: sought });
  const byNumber = await find({ ...page, residentPermitNumber: sought });
  return byNumber.length > 0 ? byNumber : find({ ...page, name: sought });
}

/** How to contact a person, for a staff member. The view is recorded. Error: 404. */
export async function readContact(
  personId: string,
  { staff, noted }: ContactReader,
  deps: CoreDeps,
): Promise<Contact> {
  const person = await readPerson(personId, deps);
  const look = {
    actor: personActor(staff.personId),
    action: 'person.read',
    subject: { type: 'person', id: personId },
    details: {},
  };
  const [address, mails] = await Promise.all([
    findMailAddress(deps.table, person.email),
    resendableMails(person, deps),
    recordReading(look, noted, deps),
  ]);
  const status = address === null ? 'open' : mailAddressStatus(address);
  return {
    person,
    held: status === 'open' ? null : status.startsWith('bounced') ? 'all' : 'unrequested',
    mails,
    canResend: mayDo(staff, 'mail.resend'),
  };
}

/** A recipient of emails about a filing. */
interface FilingRecipient {
  readonly email: string;
  readonly recipient: string;
  readonly speaks: Localized;
  /** Whether they can see the filing in the portal. */
  readonly hasAccount: boolean;
}

/** The person a filing is for. */
interface Filer {
  /** Name of the person or legal entity. */
  readonly name: string;
  /** The name of the filing's subject. */
  readonly subjectName: string;
  /** The filing's page in the portal. */
  readonly path: string;
  readonly recipients: readonly FilingRecipient[];
}

/**
 * Recipients of emails about a filing: the owner of an application, the requester of a certificate, the representatives
 * of an amended entity, and a partner's applicant. Null if it was erased since.
 */
export async function filerOf(
  { type, id }: { readonly type: Product; readonly id: string },
  { table }: Pick<EmailDeps, 'table'>,
): Promise<Filer | null> {
  switch (type) {
    case 'legal_entity_application': {
      const application = await findAnyApplication(table, id);
      const owner = application && (await findPerson(table, application.ownerId));
      if (application === null || owner === null) return null;
      return {
        name: personName(owner) ?? owner.email,
        subjectName: `${application.name} ${application.extension}`,
        path: applicationPath(id),
        recipients: [recipientOf(owner)],
      };
    }
    case 'amendment': {
      const filing = await findAnyAmendment(table, id);
      const entity = filing && (await findEntity(table, filing.entityId));
      if (entity === null) return null;
      const name = fullName(entity);
      const people = await activeRepresentatives(table, entity.id);
      return {
        name,
        subjectName: name,
        path: amendmentPath(entity.id, id),
        recipients: people.map(recipientOf),
      };
    }
    case 'certificate_request': {
      const request = await findAnyCertificateRequest(table, id);
      const [entity, requester] = await Promise.all([
        request && findEntity(table, request.entityId),
        request && findPerson(table, request.requestedBy),
      ]);
      if (entity === null || requester === null) return null;
      const name = fullName(entity);
      return {
        name,
        subjectName: name,
        path: certificatePath(entity.id, id),
        recipients: [recipientOf(requester)],
      };
    }
    case 'residency_application': {
      const application = await findResidencyApplication(table, id);
      if (application === null) return null;
      const { personalDetails } = application.data;
      const name = personName(personalDetails) ?? personalDetails.email;
      const account = await findPersonByEmail(table, personalDetails.email);
      const locale = applicantLanguage(application);
      const speaks: Localized = locale === undefined ? {} : { locale };
      const recipient = {
        email: personalDetails.email,
        recipient: id,
        speaks: account ?? speaks,
        hasAccount: account?.residencyApplicationId === id,
      };
      const path = `/portal/residency-applications/${id}`;
      return { name, subjectName: name, path, recipients: [recipient] };
    }
  }
}

/** Who to write to about a payment case: the readers of its item, and the person who opened the checkout. */
export async function readPayer(
  { subject, payerId }: Pick<StoredPaymentCase, 'subject' | 'payerId'>,
  deps: Pick<EmailDeps, 'table'>,
): Promise<{ readonly filer: Filer | null; readonly payer: StoredPerson | null }> {
  const type = products.find((each) => each === subject?.type);
  const [filer, payer] = await Promise.all([
    subject === null || type === undefined ? null : filerOf({ type, id: subject.id }, deps),
    payerId === undefined ? null : findPerson(deps.table, payerId),
  ]);
  return { filer, payer: payer === null || payer.status === 'deactivated' ? null : payer };
}

export function recipientOf(
  person: Localized & { readonly id: string; readonly email: string },
): FilingRecipient {
  return { email: person.email, recipient: person.id, speaks: person, hasAccount: true };
}
