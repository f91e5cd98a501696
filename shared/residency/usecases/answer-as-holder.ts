import { createHash } from 'node:crypto';
import { findIntegration, objectionCountWrite } from '../../access/db/partner-integrations.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { accept, type Decision } from '../../kernel/domain/decision.ts';
import { canonicalJson } from '../../kernel/domain/same-value.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { findInvoice, invoiceWrite } from '../../payments/db/invoices.ts';
import { voidOpenInvoice } from '../../payments/domain/invoice.ts';
import { emailProvenWrite, findPerson, type StoredPerson } from '../../people/db/people.ts';
import { isSameEmail } from '../../people/domain/person.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { changeWrites } from '../../reviews/usecases/act-on-review.ts';
import { closedReviewWrites } from '../../reviews/usecases/close-review.ts';
import { aboutApplicant } from '../../reviews/usecases/create-review.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { claimedWrite } from '../db/applicant-access.ts';
import {
  findResidencyApplication,
  residencyApplicationWrite,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { decideResidencyApplication, shownToHolder } from '../domain/residency-application.ts';
import {
  applicantName,
  objectionReason,
  type ResidencyApplicationRefusal,
} from '../domain/residency-application-state.ts';

type HolderAnswer =
  /** `digest` is that of what the page showed. */
  { readonly decision: 'confirm'; readonly digest: string } | { readonly decision: 'object' };

/** `changed`: the application has changed since it was shown; `decided`: it is already decided. */
type HolderOutcome = 'confirmed' | 'objected' | 'changed' | 'decided';

/** Digest of exactly what the account holder sees of an application. */
export function shownDigest({ data }: Pick<StoredResidencyApplication, 'data'>): string {
  return createHash('sha256')
    .update(canonicalJson(shownToHolder(data)))
    .digest('hex');
}

/**
 * The application, for the person who has proved access to its email address by signing in. Error: 404 for everyone
 * else.
 */
export async function readAsHolder(
  applicationId: string,
  person: StoredPerson,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<StoredResidencyApplication> {
  const application = await findResidencyApplication(table, applicationId);
  if (application === null || !isHolder(application, person)) throw apiErrors.notFound();
  return application;
}

/** Whether the person has proved access to the application's email address. */
export function isHolder({ data }: StoredResidencyApplication, person: StoredPerson): boolean {
  return (
    person.status === 'active' &&
    person.emailVerified &&
    isSameEmail(data.personalDetails.email, person.email)
  );
}

/**
 * Stores the answer of the holder of the account that has the application's address. A confirmation lets the
 * application be linked to the account, and the partner see its sign-ins; an objection rejects the application. Both
 * require an active account. Concurrent answers are processed one after the other.
 *
 * A confirmation is for the version shown and can be repeated; an objection is final.
 *
 * Error: 404 for anyone else.
 */
export function answerAsHolder(
  applicationId: string,
  answer: HolderAnswer,
  personId: string,
  deps: CoreDeps,
): Promise<HolderOutcome> {
  return retryOnConflict<HolderOutcome>(async () => {
    const at = deps.now().toISOString();
    const person = await findPerson(deps.table, personId);
    if (person === null) throw apiErrors.notFound();
    const application = await readAsHolder(applicationId, person, deps);
    if (answer.decision === 'confirm' && answer.digest !== shownDigest(application)) {
      return 'changed';
    }
    const writes =
      answer.decision === 'confirm'
        ? await confirmationWrites(application, person, at, deps)
        : await objection(application, person, at, deps);
    if (writes === null) return 'decided';
    const outcome = await transact(deps.table, writes);
    if (outcome.kind !== 'written') return lostRace;
    return answer.decision === 'confirm' ? 'confirmed' : 'objected';
  });
}

type Writes = Readonly<Record<string, Write | undefined>>;

async function confirmationWrites(
  application: StoredResidencyApplication,
  person: StoredPerson,
  at: string,
  deps: CoreDeps,
): Promise<Writes | null> {
  const { id, credentialEpoch, email } = person;
  const decision = decideResidencyApplication(
    application,
    { type: 'confirm', personId: id, credentialEpoch },
    at,
  );
  if (!decision.ok) return null;
  const { id: applicationId, integrationId, submissionId } = application;
  const actor = personActor(id);
  return {
    application: residencyApplicationWrite(decision.next),
    // The portal now shows this application, and its partner sees the sign-ins.
    person: emailProvenWrite(person, { claimedFor: applicationId }),
    access: claimedWrite({ applicationId, email }, at),
    // A reviewer sees whether the holder has confirmed.
    ...(await changeWrites({ subjectId: applicationId, submissionId }, actor, at, deps)),
    ...auditAct(deps, {
      at,
      actor,
      action: 'residency_application.confirmed',
      subject: { type: 'residency_application', id: applicationId },
      details: { integrationId, version: application.version },
    }),
  };
}

async function objection(
  application: StoredResidencyApplication,
  person: StoredPerson,
  at: string,
  deps: CoreDeps,
): Promise<Writes | null> {
  const by = { actor: personActor(person.id), by: 'account' } as const;
  const writes = await objectionWrites(application, by, at, deps);
  return writes.ok ? { ...writes.next, person: emailProvenWrite(person) } : null;
}

/** The person who objects. `by`: how they have proved access to the applicant's email. */
interface Objector {
  readonly actor: Actor;
  readonly by: 'account' | 'claim_link';
}

/**
 * The writes of an objection, for the transaction that identifies the objector: the application is rejected, an open
 * invoice voided, the review closed, and the integration's objections counted. A payment stays paid and is recorded in
 * the audit trail, so that an operator refunds it.
 *
 * Refused as `decided` once the application is approved or rejected. Refused if the application has changed since it
 * was read, so that of an objection and an approval only one succeeds.
 */
export async function objectionWrites(
  application: StoredResidencyApplication,
  { actor, by }: Objector,
  at: string,
  deps: CoreDeps,
): Promise<Decision<Writes, ResidencyApplicationRefusal>> {
  const decision = decideResidencyApplication(application, { type: 'object' }, at);
  if (!decision.ok) return decision;
  const { id, integrationId, invoiceId, paidAt, statusId, data } = application;
  const { submissionId, submittedAt } = application;
  const [integration, invoice, review] = await Promise.all([
    findIntegration(deps.table, integrationId),
    findInvoice(deps.table, invoiceId),
    closedReviewWrites(
      {
        subject: { type: 'residency_application', id },
        submissionId: statusId === 'Pending Review' ? submissionId : null,
        submittedAt,
        reason: objectionReason,
      },
      async () => ({
        name: applicantName(data),
        parties: await aboutApplicant(data.personalDetails, deps.table),
      }),
      { actor, at },
      deps,
    ),
  ]);
  const voided = invoice && voidOpenInvoice(invoice, at);
  return accept({
    application: residencyApplicationWrite(decision.next),
    integration: integration === null ? undefined : objectionCountWrite(integrationId),
    invoice: voided?.ok ? invoiceWrite(voided.next) : undefined,
    ...review,
    ...auditAct(deps, {
      at,
      actor,
      action: 'residency_application.objected',
      subject: { type: 'residency_application', id },
      details: {
        integrationId,
        by,
        previousStatus: statusId,
        // A payment that an operator must refund.
        paidInvoiceId: paidAt === null ? null : invoiceId,
      },
    }),
  });
}
