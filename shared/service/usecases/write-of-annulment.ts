import { findIntegration } from '../../access/db/partner-integrations.ts';
import { findAnyAmendment } from '../../amendments/db/amendments.ts';
import { changedDetails, proposedFields } from '../../amendments/domain/proposed-changes.ts';
import { readCertificateRequests } from '../../certificates/db/certificates.ts';
import { findDocument, findWithdrawal } from '../../documents/db/documents.ts';
import { findAnyApplication } from '../../incorporation/db/applications.ts';
import type { Table } from '../../kernel/db/table.ts';
import { picked } from '../../kernel/domain/fields.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import type { MailDeps } from '../../mail/deps/mail-deps.ts';
import { type EmailMessage, emails } from '../../mail/mail/message.ts';
import type { OutgoingEmail } from '../../mail/usecases/post.ts';
import { findPeople, findPerson, readResidencies } from '../../people/db/people.ts';
import { isActive } from '../../people/domain/residency.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { requireEntity } from '../../registry/db/entities.ts';
import { activeRepresentatives } from '../../registry/db/representatives.ts';
import { findResidencyApplication } from '../../residency/db/residency-applications.ts';
import { annulmentEmailTexts } from '../texts/index.ts';

/** Notifies the people affected by a mistake of the registry when it is corrected. */
export const annulmentEmails = emails(annulmentEmailTexts);

type MailOf<Template extends Mail['template']> = Extract<Mail, { readonly template: Template }>;

/** To everyone affected by an annulment: the person who filed, and representatives of the entity or partner. */
export function writeOfAnnulment(
  { of, id, personId }: MailOf<'annulled'>,
  deps: MailDeps,
): Promise<readonly OutgoingEmail[]> {
  switch (of) {
    case 'legal_entity':
      return ofRegistration(id, deps);
    case 'amendment':
      return ofAmendment(id, deps);
    case 'residency':
      return ofResidency(id, personId ?? '', deps);
  }
}

/**
 * The email about a withdrawn document, to the entity's representatives and the person who requested the certificate.
 */
export async function writeOfWithdrawal(
  { entityId, documentId }: MailOf<'document_withdrawn'>,
  { table, baseUrl }: MailDeps,
): Promise<readonly OutgoingEmail[]> {
  const [entity, document, requests] = await Promise.all([
    requireEntity(table, entityId),
    findDocument(table, entityId, documentId),
    readCertificateRequests(table, entityId),
  ]);
  const withdrawal = document && (await findWithdrawal(table, entityId, document.sha256));
  if (!withdrawal) throw new Error(`document ${documentId} is not withdrawn`);
  const facts = {
    entityName: fullName(entity),
    name: document.name,
    createdAt: document.createdAt,
    at: withdrawal.withdrawnAt,
    replacedBy: withdrawal.replacedBy?.name ?? null,
    url: `${baseUrl}/portal`,
  };
  const request = requests.find((each) => each.documentId === documentId);
  return toRepresentatives(entityId, request ? [request.requestedBy] : [], table, (recipient) =>
    annulmentEmails(recipient).documentWithdrawn(facts),
  );
}

async function ofRegistration(
  entityId: string,
  { table, baseUrl }: MailDeps,
): Promise<readonly OutgoingEmail[]> {
  const entity = await requireEntity(table, entityId);
  const { annulment, applicationId } = entity;
  if (annulment === undefined) throw new Error(`legal entity ${entityId} is not annulled`);
  const application =
    applicationId === null ? null : await findAnyApplication(table, applicationId);
  const facts = { ...annulment, entityName: fullName(entity), url: `${baseUrl}/portal` };
  return toRepresentatives(entityId, application ? [application.ownerId] : [], table, (recipient) =>
    annulmentEmails(recipient).registrationAnnulled(facts),
  );
}

async function ofAmendment(
  filingId: string,
  { table, baseUrl }: MailDeps,
): Promise<readonly OutgoingEmail[]> {
  const filing = await findAnyAmendment(table, filingId);
  const { annulment, previousValues, signature, proposedChanges: changes } = filing ?? {};
  if (!filing || !annulment || !previousValues || !changes)
    throw new Error(`amendment ${filingId} is not annulled`);
  // For parts of the name that the amendment did not change, the current ones are used.
  const entity = await requireEntity(table, filing.entityId);
  const facts = {
    ...annulment,
    restored: { ...entity, ...picked(previousValues, proposedFields(changes)) },
    details: changedDetails(changes),
    url: `${baseUrl}/portal`,
  };
  return toRepresentatives(
    filing.entityId,
    signature ? [signature.personId] : [],
    table,
    (recipient) => annulmentEmails(recipient).amendmentAnnulled(facts),
  );
}

async function ofResidency(
  residencyId: string,
  personId: string,
  { table, baseUrl, now }: MailDeps,
): Promise<readonly OutgoingEmail[]> {
  const [person, residencies] = await Promise.all([
    findPerson(table, personId),
    readResidencies(table, personId),
  ]);
  const { annulment, applicationId = null } =
    residencies.find(({ id }) => id === residencyId) ?? {};
  if (person === null || annulment === undefined)
    throw new Error(`residency ${residencyId} is not annulled`);
  const application =
    applicationId === null ? null : await findResidencyApplication(table, applicationId);
  const partner = application && (await findIntegration(table, application.integrationId));
  const partners =
    partner?.active === true && partner.legalEntityId !== null
      ? await activeRepresentatives(table, partner.legalEntityId)
      : [];
  const at = now().toISOString();
  const stillResident = residencies.some((each) => isActive(each, at));
  const own = { ...annulment, stillResident, url: `${baseUrl}/portal` };
  const theirs = {
    ...annulment,
    applicationId: application?.id ?? '',
    residentPermitNumber: person.residentPermitNumber,
    url: `${baseUrl}/docs`,
  };
  return [
    ...(person.status === 'active'
      ? [
          {
            to: person.email,
            recipient: person.id,
            write: () => annulmentEmails(person).residencyAnnulled(own),
          },
        ]
      : []),
    ...partners
      .filter(({ id }) => id !== person.id)
      .map((recipient) => ({
        to: recipient.email,
        recipient: recipient.id,
        write: () => annulmentEmails(recipient).partnersResidencyAnnulled(theirs),
      })),
  ];
}

/** An email to the entity's representatives and to the people who asked for the act, if their accounts are active. */
async function toRepresentatives(
  entityId: string,
  others: readonly string[],
  table: Table,
  write: (recipient: Localized) => EmailMessage,
): Promise<readonly OutgoingEmail[]> {
  const [people, asked] = await Promise.all([
    activeRepresentatives(table, entityId),
    findPeople(table, others),
  ]);
  const recipients = new Map(
    [...people, ...asked.filter(({ status }) => status === 'active')].map((each) => [
      each.id,
      each,
    ]),
  );
  return [...recipients.values()].map((recipient) => ({
    to: recipient.email,
    recipient: recipient.id,
    write: () => write(recipient),
  }));
}
