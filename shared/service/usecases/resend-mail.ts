import { findManifestation } from '../../access/db/manifestations.ts';
import { readCertificateRequests } from '../../certificates/db/certificates.ts';
import { listApplications, type StoredApplication } from '../../incorporation/db/applications.ts';
import { digest } from '../../kernel/db/key-parts.ts';
import type { Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { activePersonCheck } from '../../people/db/people-checks.ts';
import { isSameEmail } from '../../people/domain/person.ts';
import { readPerson } from '../../people/usecases/read-people.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { listRepresentedEntities } from '../../registry/db/representatives.ts';
import { findResidencyApplication } from '../../residency/db/residency-applications.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { mayDo } from '../../staff/domain/staff-rights.ts';
import type { StaffStatus } from '../../staff/usecases/staff-status.ts';
import type { MailView } from '../pages/contact-pages.ts';

/**
 * Sends a person an email again, by its key on their page, with the registry's current data. Each email can be sent
 * again once an hour, by any of the staff: its event's id is made from the email and the hour. The audit trail records
 * the sender and the email, without an address.
 *
 * Errors: 404 for an unknown person, and for an email that is no longer one of theirs; 403 `staff.not_allowed`; those
 * of a role that changes in the meantime.
 */
export async function resendMail(
  personId: string,
  key: string,
  staff: StaffStatus,
  deps: CoreDeps,
): Promise<'sent' | 'already_sent' | 'deactivated'> {
  if (!mayDo(staff, 'mail.resend')) throw apiErrors.staffNotAllowed();
  const person = await readPerson(personId, deps);
  const found = (await resendableMails(person, deps)).find((mail) => mail.key === key);
  if (found === undefined) throw apiErrors.notFound();
  const at = deps.now().toISOString();
  const { template, ...ids } = found.mail;
  const outcome = await transact(deps.table, {
    event: orElse(
      mailWrite(eventIdOf(found.key, at), at, found.mail),
      () => 'already_sent' as const,
    ),
    person: orElse(activePersonCheck(personId), () => 'deactivated' as const),
    stillStaff: staff.unchanged,
    ...auditAct(deps, {
      at,
      actor: personActor(staff.personId),
      action: 'mail.resent',
      subject: { type: 'person', id: personId },
      details: { template, ...ids },
    }),
  });
  if (outcome.kind === 'written') return 'sent';
  const { refusal } = outcome;
  if (refusal === undefined) throw outcome.error;
  if (typeof refusal !== 'string') throw refusal;
  return refusal;
}

/** The same id for the same email in the same hour, in the form of other ids. */
function eventIdOf(key: string, at: string): string {
  const text = digest(`resent ${key} ${at.slice(0, 13)}`);
  const hex = Buffer.from(text).toString('hex').padEnd(32, '0');
  const part = (from: number, to: number) => hex.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`;
}

/** An email that is composed from the registry's current data and sent to the account's current address. */
interface ResendableMail extends MailView {
  readonly mail: Mail;
}

/** The maximum for a page: the newest of each kind. */
const most = 20;

/**
 * The emails that can be sent to a person again: about their applications, an open question, certificates that they
 * requested for entities they represent, their residency and their Manifestation of Will. None contains a code or a
 * sign-in link, goes to others, or reports a single event (a key, a passkey, a connection).
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
  const { id, statusId, withdrawnAt, agreement, signatureToken, informationRequest } = application;
  const { name, extension } = application;
  const about = fullName({ name, extension, nameStartsWithExtension: false });
  const of = (template: ApplicationMail) =>
    mailOf(template, id, about, { template, applicationId: id });
  const open = informationRequest?.answeredAt === null ? informationRequest : undefined;
  return [
    statusId === 'Draft' && agreement === null && signatureToken !== null && of('signature_link'),
    agreement !== null && of('agreement_signed'),
    statusId === 'Approved' && of('application_approved'),
    statusId === 'Rejected' && withdrawnAt === undefined && of('application_rejected'),
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

/** The application that gave them residency, while it is theirs. */
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
