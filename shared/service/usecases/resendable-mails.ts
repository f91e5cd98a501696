import { findManifestation } from '../../access/db/manifestations.ts';
import { readCertificateRequests } from '../../certificates/db/certificates.ts';
import { listApplications, type StoredApplication } from '../../incorporation/db/applications.ts';
import type { Table } from '../../kernel/db/table.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { isSameEmail } from '../../people/domain/person.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { listRepresentedEntities } from '../../registry/db/representatives.ts';
import { findResidencyApplication } from '../../residency/db/residency-applications.ts';
import type { ShownMail } from '../pages/contact-pages.ts';

/** A mail that is written of what the registry holds now, to the address that the account has now. */
export interface ResendableMail extends ShownMail {
  readonly mail: Mail;
}

/** More are on no page: the newest of each kind of thing. */
const most = 20;

/**
 * The mails to a person that can be sent again: about their applications, a question that is open, certificates that they
 * requested for entities which they represent, their residency and their Manifestation of Will. None has a code or a link
 * that signs in, none goes to others, and none tells of something that happened once (a key, a passkey, a connection).
 */
export async function resendableMails(
  person: StoredPerson,
  { table }: { readonly table: Table },
): Promise<readonly ResendableMail[]> {
  const [applications, entities, residency, will] = await Promise.all([
    listApplications(table, person.id),
    listRepresentedEntities(table, person.id),
    residencyOf(person, table),
    findManifestation(table, person.id),
  ]);
  const requests = await Promise.all(
    entities.slice(0, most).map(async (entity) =>
      (await readCertificateRequests(table, entity.id))
        .filter(({ requestedBy }) => requestedBy === person.id)
        .slice(0, most)
        .flatMap(({ id, statusId }) => {
          const template = certificateMails[statusId];
          return template === undefined
            ? []
            : [mailOf(template, id, fullName(entity), { template, requestId: id })];
        }),
    ),
  );
  return [
    ...applications.slice(0, most).flatMap(ofApplication),
    ...requests.flat(),
    ...residency,
    ...(will?.active
      ? [
          mailOf('manifestation_signed', person.id, '', {
            template: 'manifestation_signed',
            personId: person.id,
          }),
        ]
      : []),
  ];
}

const certificateMails: Readonly<
  Record<string, 'certificate_issued' | 'certificate_rejected' | undefined>
> = { Issued: 'certificate_issued', Rejected: 'certificate_rejected' };

function ofApplication(application: StoredApplication): readonly ResendableMail[] {
  const { id, statusId, agreement, signatureToken, informationRequest, name, extension } =
    application;
  const about = fullName({ name, extension, nameStartsWithExtension: false });
  const of = (template: ApplicationMail) =>
    mailOf(template, id, about, { template, applicationId: id });
  const open = informationRequest?.answeredAt === null ? informationRequest : undefined;
  return [
    statusId === 'Draft' && agreement === null && signatureToken !== null && of('signature_link'),
    agreement !== null && of('agreement_signed'),
    statusId === 'Approved' && of('application_approved'),
    statusId === 'Rejected' && of('application_rejected'),
    statusId === 'Pending Review' &&
      open !== undefined &&
      mailOf('information_requested', open.id, about, {
        template: 'information_requested',
        reviewId: open.reviewId,
        requestId: open.id,
      }),
  ].filter((mail) => mail !== false);
}

type ApplicationMail =
  | 'signature_link'
  | 'agreement_signed'
  | 'application_approved'
  | 'application_rejected';

/** Of the application that admitted them, while it is theirs. */
async function residencyOf(
  { residencyApplicationId, email }: StoredPerson,
  table: Table,
): Promise<readonly ResendableMail[]> {
  const id = residencyApplicationId ?? null;
  const application = id === null ? null : await findResidencyApplication(table, id);
  if (application === null || application.statusId !== 'Approved') return [];
  if (!isSameEmail(application.data.personalDetails.email, email)) return [];
  const template = 'residency_approved';
  return [mailOf(template, application.id, '', { template, applicationId: application.id })];
}

function mailOf(template: Mail['template'], id: string, about: string, mail: Mail): ResendableMail {
  return { key: `${template}:${id}`, template, about, mail };
}
