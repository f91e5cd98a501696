import { findIntegration, objectionCountWrite } from '../../access/db/partner-integrations.ts';
import type { Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { accept, type Decision } from '../../kernel/domain/decision.ts';
import { findInvoice, invoiceWrite } from '../../payments/db/invoices.ts';
import { voidOpenInvoice } from '../../payments/domain/invoice.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { queuedAs } from '../../reviews/db/review-queue.ts';
import {
  findReview,
  findReviewOf,
  newReviewWrites,
  reviewWrites,
} from '../../reviews/db/reviews.ts';
import { carryOut, type ReviewState, withdrawReview } from '../../reviews/domain/review.ts';
import { aboutApplicant } from '../../reviews/usecases/about.ts';
import {
  residencyApplicationWrite,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { decideResidencyApplication } from '../domain/residency-application.ts';
import {
  applicantName,
  objectionReason,
  type ResidencyApplicationRefusal,
} from '../domain/residency-application-state.ts';

/** Who objects; `by`: how they have proved to read the applicant's mail. */
export interface Objector {
  readonly actor: Actor;
  readonly by: 'account' | 'claim_link';
}

type Writes = Readonly<Record<string, Write | undefined>>;

/**
 * The writes of an objection, for the transaction that shows who objects: the application is rejected, an open
 * invoice void and the review closed, and the integration has one objection more. What was paid stays paid, and
 * the audit trail says so: an operator returns it.
 *
 * Refused as `decided` once the application is approved or rejected. The application is written on the condition
 * that nobody has written it since it was read: of an objection and an approval one wins.
 */
export async function objectionWrites(
  application: StoredResidencyApplication,
  { actor, by }: Objector,
  at: string,
  deps: CoreDeps,
): Promise<Decision<Writes, ResidencyApplicationRefusal>> {
  const decision = decideResidencyApplication(application, { type: 'object' }, at);
  if (!decision.ok) return decision;
  const { id, integrationId, invoiceId, paidAt, statusId } = application;
  const [integration, invoice, review] = await Promise.all([
    findIntegration(deps.table, integrationId),
    findInvoice(deps.table, invoiceId),
    closedReview(application, actor, at, deps),
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
        formerly: statusId,
        // Money that an operator has to return.
        paidInvoiceId: paidAt === null ? null : invoiceId,
      },
    }),
  });
}

/**
 * The review of the submission, rejected and carried out, so that it is in no list of what waits and a decision
 * that is on its way changes nothing. One that the dispatch has not made yet comes into being closed.
 */
async function closedReview(
  { id, statusId, submissionId, submittedAt, data }: StoredResidencyApplication,
  actor: Actor,
  at: string,
  deps: CoreDeps,
): Promise<Writes> {
  if (statusId !== 'Pending Review' || submissionId === null) return {};
  const reviewId = await findReviewOf(deps.table, id, submissionId);
  if (reviewId !== null) {
    const review = await findReview(deps.table, reviewId);
    if (review === null) throw new Error(`review ${reviewId} does not exist`);
    const closed = review.status === 'rejected' ? carryOut(review, at) : withdrawn(review);
    return closed.ok ? reviewWrites(closed.next, review) : {};
  }
  const about = await aboutApplicant(data.personalDetails, deps.table);
  const closed = withdrawn({
    id: deps.newId(),
    queued: queuedAs({ name: applicantName(data), about }),
    subject: { type: 'residency_application', id },
    status: 'pending',
    reason: null,
    returnedReason: null,
    createdAt: submittedAt ?? at,
    decidedAt: null,
    decidedBy: null,
    carriedOutAt: null,
    version: 1,
  } as const);
  if (!closed.ok) throw new Error('unreachable: a pending review can be withdrawn');
  return newReviewWrites(closed.next, submissionId);

  function withdrawn<R extends ReviewState>(review: R) {
    return withdrawReview(review, objectionReason, actor, at);
  }
}
