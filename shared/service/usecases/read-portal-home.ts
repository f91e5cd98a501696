import { keyApprovalPath } from '../../access/contracts/key-approval-contract.ts';
import { listRequestedCalls } from '../../access/db/key-approvals.ts';
import { manifestationIn, manifestationKey } from '../../access/usecases/manifestation.ts';
import { signaturePath } from '../../amendments/contracts/amendment.ts';
import { amendmentPath } from '../../amendments/contracts/portal-amendments-contract.ts';
import { listAmendments, type StoredAmendment } from '../../amendments/db/amendments.ts';
import { amendmentStage } from '../../amendments/domain/amendment.ts';
import {
  certificatePath,
  newCertificatePath,
} from '../../certificates/contracts/portal-certificates-contract.ts';
import {
  readCertificateRequests,
  type StoredCertificateRequest,
} from '../../certificates/db/certificates.ts';
import { isOpenCertificateStatus } from '../../certificates/domain/certificate.ts';
import type { AgreementDeps } from '../../documents/deps/documents.ts';
import { wordingsInForce } from '../../documents/usecases/agreement-in-force.ts';
import { applicationPath } from '../../incorporation/contracts/portal-application.ts';
import { ownerSignaturePath } from '../../incorporation/contracts/signature.ts';
import type { StoredApplication } from '../../incorporation/db/applications.ts';
import { toDoFor } from '../../incorporation/domain/application.ts';
import type { ItemKey } from '../../kernel/db/keys.ts';
import type { Item } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { daysUntil } from '../../kernel/domain/dates.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { products } from '../../kernel/domain/product.ts';
import { findInvoice } from '../../payments/db/invoices.ts';
import { readPaymentProgress } from '../../payments/usecases/payment-subject.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { listConfirmations } from '../../registry/db/entity-confirmations.ts';
import {
  findEntitiesByName,
  listRepresentations,
  type Represented,
} from '../../registry/db/representatives.ts';
import { type EntityStanding, entityStanding } from '../../registry/domain/good-standing.ts';
import { confirmationPath } from '../../residency/contracts/confirmation-contract.ts';
import type { StoredResidencyApplication } from '../../residency/db/residency-applications.ts';
import { applicantAccountStatus } from '../../residency/domain/account-holder.ts';
import { dueConfirmation } from '../../residency/usecases/confirm-entity.ts';
import { readRenewal } from '../../residency/usecases/read-renewal.ts';
import { informationPath } from '../../reviews/contracts/information-contract.ts';
import {
  countSecondApprovals,
  countsOfType,
  findReviewCounts,
} from '../../reviews/db/review-counts.ts';
import {
  isInformationRequired,
  type Questioned,
} from '../../reviews/domain/information-request.ts';
import type { StaffDeps } from '../../staff/deps/staff-deps.ts';
import { mayDo, type Rights, staffSections } from '../../staff/domain/staff-rights.ts';
import { staffStatusKeys, staffStatusOf } from '../../staff/usecases/staff-status.ts';
import type { PortalHome } from '../pages/portal-home-page.ts';
import type { Task } from '../pages/to-do-part.ts';
import { readApplicationsOf } from './read-applications-of.ts';

/** The keys of the home page that are known in advance: they are read with the session. */
export function portalHomeKeys(personId: string): readonly ItemKey[] {
  return [manifestationKey(personId), ...staffStatusKeys(personId)];
}

/**
 * A person's registry data, entities and tasks. Two round trips. `found` was read with the session, at
 * `portalHomeKeys`.
 */
export async function readPortalHome(
  person: StoredPerson,
  [will, ...staff]: readonly (Item | undefined)[],
  deps: StaffDeps & AgreementDeps,
): Promise<PortalHome> {
  const { residentPermitNumber, residency } = person;
  const now = deps.now().toISOString();
  const rights = staffStatusOf(person, staff, deps.reviewers);
  const [
    { represented, entities, tasks },
    { applications, residency: application, isEligible },
    renewal,
    asked,
    work,
  ] = await Promise.all([
    listRepresentations(deps.table, person.id).then(async (represented) => ({
      represented,
      ...(await readEntityTasks(represented, deps)),
    })),
    readApplicationsOf(person, deps),
    readRenewal(person, deps),
    // Only a valid key can carry out a call that waits for approval.
    person.activeKeys === 0 ? [] : listRequestedCalls(deps.table, person.id, now),
    staffSections(rights).reviewer ? readWork(rights, deps) : null,
  ]);
  return {
    residentPermitNumber,
    residency,
    renewal,
    entities,
    tasks: await withPayments(
      [
        ...asked.map(
          ({ id, entityName }): Task => ({
            kind: 'approve',
            about: entityName,
            path: keyApprovalPath(id),
          }),
        ),
        ...applicationTasks(applications, application, { person, represented, now }),
        ...tasks,
      ],
      // Ids of filings and of their entities.
      new Set(asked.flatMap(({ params }) => Object.values(params))),
      deps,
    ),
    application,
    isEligible,
    applications: applications.filter(
      ({ statusId }) => statusId === 'Draft' || statusId === 'Pending Review',
    ),
    isSuspended: person.suspension !== undefined,
    will: manifestationIn(will),
    texts: wordingsInForce(deps.agreements),
    staff: placesOf(rights),
    work,
    now,
  };
}

/** The number of cases of each type that the reviewer sees, at the last count; null before the first one. */
async function readWork(
  rights: Rights | null,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<PortalHome['work']> {
  const counts = await findReviewCounts(table);
  if (counts === null) return null;
  const types = products.filter((type) => mayDo(rights, 'queue.read', type));
  return {
    at: counts.at,
    types: types.map((type) => ({
      type,
      ...countsOfType(counts, type),
      secondApprovals: countSecondApprovals(counts, type),
    })),
  };
}

/** The staff's places in the portal, by their rights. */
function placesOf(rights: Rights | null): PortalHome['staff'] {
  return { ...staffSections(rights), decides: mayDo(rights, 'case.approve') };
}

/**
 * Marks tasks to pay whose payment was already started. Leaves out filings in `asked`, whose payment waits for an
 * approval, so that no one pays twice. Two round trips, or none if nothing must be paid.
 */
async function withPayments(
  tasks: readonly Task[],
  asked: ReadonlySet<string>,
  deps: Pick<CoreDeps, 'table' | 'now'>,
): Promise<readonly Task[]> {
  const found = await Promise.all(
    tasks.map(async (task): Promise<Task | null> => {
      if (task.kind !== 'pay') return task;
      const invoice = await findInvoice(deps.table, task.invoiceId);
      const progress = await readPaymentProgress(invoice, deps);
      if (progress.kind === 'under_way') return { ...task, kind: 'paying' };
      return asked.has(task.filingId) ? null : task;
    }),
  );
  return found.filter((task) => task !== null);
}

/** New documents are offered until the person opens one of the entity's documents, for at most this many days. */
const collectDays = 30;

/** The entities that a person represents, with tasks for their filings. */
interface EntitiesWithTasks {
  readonly entities: readonly (StoredEntity & { readonly standing: EntityStanding })[];
  readonly tasks: readonly Task[];
}

/** Reads everything in parallel: one round trip for up to a hundred entities. */
async function readEntityTasks(
  represented: readonly Represented[],
  deps: Pick<CoreDeps, 'table' | 'confirmationsFrom' | 'now'>,
): Promise<EntitiesWithTasks> {
  const { table } = deps;
  const ids = represented.map(({ entityId }) => entityId);
  const [found, read] = await Promise.all([
    findEntitiesByName(table, ids),
    Promise.all(
      ids.map(async (id) => {
        const [amendments, certificates, confirmations] = await Promise.all([
          listAmendments(table, id),
          readCertificateRequests(table, id),
          deps.confirmationsFrom === undefined ? [] : listConfirmations(table, id),
        ]);
        return [id, { amendments, certificates, confirmations }] as const;
      }),
    ),
  ]);
  const filings = new Map(read);
  const now = deps.now().toISOString();
  const entities = found.map((entity) => ({ ...entity, standing: entityStanding(entity, now) }));
  const isNew = newSince(represented, now);
  const tasks = entities.flatMap((entity) => {
    const { amendments = [], certificates = [], confirmations = [] } = filings.get(entity.id) ?? {};
    const name = fullName(entity);
    const due = dueConfirmation(entity, confirmations, deps);
    const overdue = entity.standing === 'taxes_overdue';
    const open = certificates.some(({ statusId }) => isOpenCertificateStatus(statusId));
    return [
      ...(overdue && !open
        ? [{ kind: 'taxes', about: name, path: newCertificatePath(entity.id) } as const]
        : []),
      ...amendments.flatMap((each) => amendmentTasks(each, name)),
      ...certificates.flatMap((each) => certificateTasks(each, name, isNew)),
      ...(due === null
        ? []
        : [{ kind: 'confirm', about: name, path: confirmationPath(entity.id), ...due } as const]),
    ];
  });
  return { entities, tasks };
}

/** Tasks for a person's own applications. */
function applicationTasks(
  applications: readonly StoredApplication[],
  residency: StoredResidencyApplication | null,
  {
    person,
    represented,
    now,
  }: {
    readonly person: StoredPerson;
    readonly represented: readonly Represented[];
    readonly now: string;
  },
): readonly Task[] {
  const isNew = newSince(represented, now);
  const tasks = applications.flatMap((application): readonly Task[] => {
    const { id, approvedAt, legalEntityId } = application;
    const about = `${application.name} ${application.extension}`;
    const path = applicationPath(id);
    if (approvedAt !== null)
      return isNew(legalEntityId, approvedAt) ? [{ kind: 'collect', about, path }] : [];
    return toDoFor(application).map((kind): Task => {
      if (kind === 'sign') return signTask(application, about, ownerSignaturePath(id));
      if (kind === 'pay')
        return { kind, about, path, filingId: id, invoiceId: application.invoiceId };
      return { kind, about, path: questionPath(application) ?? path };
    });
  });
  return [...tasks, ...residencyTasks(residency, person)];
}

function residencyTasks(
  residency: StoredResidencyApplication | null,
  person: StoredPerson,
): readonly Task[] {
  if (residency === null) return [];
  const { id, statusId, agreement } = residency;
  if (statusId !== 'Draft' && statusId !== 'Pending Review') return [];
  const tasks: Task[] = [];
  if (applicantAccountStatus(person, residency) === 'unconfirmed') {
    tasks.push({ kind: 'is_yours', about: null, path: `/portal/residency-applications/${id}` });
  }
  if (statusId === 'Draft' && agreement.acceptedAt === null) {
    const voided = { signatureVoidedAt: agreement.invalidatedAt ?? undefined };
    tasks.push(signTask(voided, null, `/agreements/${agreement.token}`));
  }
  const asked = statusId === 'Pending Review' ? questionPath(residency) : null;
  if (asked !== null) tasks.push({ kind: 'answer', about: null, path: asked });
  return tasks;
}

/** The task to sign, or to sign again after a change voided the signature. */
function signTask(
  { signatureVoidedAt: voidedAt }: { readonly signatureVoidedAt?: string | undefined },
  about: string | null,
  path: `/${string}`,
  what: 'agreement' | 'changes' = 'agreement',
): Task {
  const isAgreement = what === 'agreement';
  if (voidedAt === undefined) return { kind: isAgreement ? 'sign' : 'sign_changes', about, path };
  return { kind: isAgreement ? 'sign_again' : 'sign_changes_again', about, path };
}

function amendmentTasks(amendment: StoredAmendment, about: string): readonly Task[] {
  const { entityId, id, invoiceId } = amendment;
  switch (amendmentStage(amendment)) {
    case 'sign':
      return [signTask(amendment, about, signaturePath(entityId, id), 'changes')];
    case 'pay':
      return [
        {
          ...{ kind: 'pay', about, filing: 'amendment', filingId: id, invoiceId },
          path: amendmentPath(entityId, id),
        },
      ];
    case 'answer':
      return answerTask(amendment, true, about);
    default:
      return [];
  }
}

function certificateTasks(
  request: StoredCertificateRequest,
  about: string,
  isNew: IsNew,
): readonly Task[] {
  const { entityId, id, statusId, paidAt, issuedAt, invoiceId } = request;
  const path = entityPath(entityId);
  if (statusId === 'Pending Payment' && paidAt === null)
    return [
      {
        ...{ kind: 'pay', about, filing: 'certificate', filingId: id, invoiceId },
        path: certificatePath(entityId, id),
      },
    ];
  if (issuedAt !== null && isNew(entityId, issuedAt)) return [{ kind: 'collect', about, path }];
  return answerTask(request, statusId === 'Pending Review', about);
}

function answerTask(questioned: Questioned, underReview: boolean, about: string): readonly Task[] {
  const path = underReview ? questionPath(questioned) : null;
  return path === null ? [] : [{ kind: 'answer', about, path }];
}

/** The page to answer the case's open question; null if there is none. */
function questionPath(questioned: Questioned): `/${string}` | null {
  const { informationRequest } = questioned;
  if (informationRequest === undefined || !isInformationRequired(questioned, true)) return null;
  return informationPath(informationRequest.reviewId);
}

function entityPath(entityId: string): `/${string}` {
  return `/portal/legal-entities/${entityId}`;
}

type IsNew = (entityId: string | null, at: string) => boolean;

/** Whether the person has opened no document of the entity since one was issued. */
function newSince(represented: readonly Represented[], now: string): IsNew {
  const opened = new Map(represented.map(({ entityId, openedAt }) => [entityId, openedAt ?? '']));
  return (entityId, at) =>
    daysUntil(now, at) < collectDays && (opened.get(entityId ?? '') ?? '') < at;
}
