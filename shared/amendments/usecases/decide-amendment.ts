import { actorOf, type PersonCaller } from '../../access/auth/caller.ts';
import { certifiedDetails } from '../../certificates/domain/certificate-type.ts';
import { issueCertifiedDocument } from '../../certificates/usecases/issue-certificate.ts';
import { newVerification } from '../../certificates/usecases/verify-certificate.ts';
import { findDocument } from '../../documents/db/documents.ts';
import type { WorkflowDeps } from '../../documents/deps/workflow.ts';
import { documentIdOf, issuance } from '../../documents/usecases/issue-document.ts';
import { reworded, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { picked } from '../../kernel/domain/fields.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { closedInvoiceWrite, findInvoice, voidedInvoiceWrite } from '../../payments/db/invoices.ts';
import { readPaymentProgress } from '../../payments/usecases/payment-subject.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findEntity, requireEntity } from '../../registry/db/entities.ts';
import { revisedEntityWrites } from '../../registry/db/new-entity.ts';
import { registrySharding } from '../../registry/db/registry-changes.ts';
import { activeRepresentatives } from '../../registry/db/representatives.ts';
import { type AmendableEntity, amendableFields } from '../../registry/domain/amendable-entity.ts';
import { entityStatus, goodStanding } from '../../registry/domain/good-standing.ts';
import * as registryErrors from '../../registry/errors/registry-errors.ts';
import { filingConditions } from '../../registry/usecases/read-accessible-entity.ts';
import { withdrawalReason } from '../../reviews/domain/review-steps.ts';
import { closedReviewWrites } from '../../reviews/usecases/close-review.ts';
import { aboutApplicant } from '../../reviews/usecases/create-review.ts';
import { type Approval, type Blocker, reviewed } from '../../reviews/usecases/reviewed.ts';
import {
  amendmentWrite,
  closeAmendmentWrite,
  findAnyAmendment,
  findObjection,
  notAnnulled,
  type StoredAmendment,
} from '../db/amendments.ts';
import { decideAmendment, isOpenAmendment } from '../domain/amendment.ts';
import { amended, changedDetails, proposedFields } from '../domain/proposed-changes.ts';
import * as amendmentErrors from '../errors/amendment-errors.ts';
import { renderCertificateOfAmendment } from '../pdf/certificate-of-amendment.ts';
import { isDissolved } from './draft-amendment.ts';
import { objectionsToFiling } from './objections.ts';
import { amendmentError, type FilingOfEntity, readOwnAmendment } from './read-amendment.ts';

/**
 * Approves an amendment: atomically changes the entity, its name claim and its registry row, with the filing's final
 * status.
 *
 * Blocked if another entity has taken the name, or this one was dissolved.
 */
export async function approveAmendment(
  amendment: StoredAmendment,
  { at }: { readonly at: string },
  deps: CoreDeps,
): Promise<Approval<StoredAmendment> | Blocker> {
  const entity = await requireEntity(deps.table, amendment.entityId);
  const returned = decideAmendment(amendment, { type: 'return' }, at);
  // Previous objections are open again, and new ones are possible.
  const undone = returned.ok ? { amendment: amendmentWrite(returned.next) } : {};
  if (isDissolved(entity, at)) {
    const sentence = registryErrors.entityDissolved().message;
    return { sentence, reason: 'entity_dissolved', undone };
  }
  const nameTaken = { sentence: apiErrors.nameTaken().message, reason: 'name_taken', undone };
  const previousValues = picked(entity, amendableFields);
  const { proposedChanges } = amendment;
  const entityVersion = entity.version + 1;
  const after = amended(entity, proposedChanges);
  const revised = revisedEntityWrites(entity, after, at, await registrySharding(deps));
  return {
    decision: decideAmendment(
      { ...amendment, previousValues, entityVersion, updatedAt: at },
      { type: 'approve' },
      at,
    ),
    writes: reworded(revised, (refusal) => {
      if (refusal === undefined) return undefined;
      return refusal === 'name_taken' ? nameTaken : lostRace;
    }),
    details: { changed: proposedFields(proposedChanges) },
  };
}

/** The review of an amendment: an approval changes the legal entity (spec 3.2), see `approveAmendment`. */
export const amendmentReview = reviewed({
  find: findAnyAmendment,
  writes: (next) => ({
    amendment: amendmentWrite(next),
    open: isOpenAmendment(next) ? undefined : closeAmendmentWrite(next),
  }),
  // Creating the review does not change the filing.
  decide: (filing, command, at) => {
    const updatedAt = command.type === 'dispatch' ? filing.updatedAt : at;
    return decideAmendment({ ...filing, updatedAt }, command, at);
  },
  isConfirmed: true,
  objections: objectionsToFiling,
  isWithdrawn: ({ withdrawnAt }) => withdrawnAt !== undefined,
  details: ({ entityId }) => ({ legalEntityId: entityId }),
  /**
   * Closes the filing to objections; a concurrent objection refuses the write.
   *
   * Errors: 409 `review.objections_unanswered` for an approval that leaves objections unanswered,
   * `review.objections_changed` if the objections are not those that the reviewer saw, `filing.not_pending_review`.
   */
  noteVerdict: (filing, { decision, answer = null, objections: seen = null }, at) => {
    const noted = decideAmendment(filing, { type: 'note_verdict', decision, answer, seen }, at);
    if (!noted.ok) throw amendmentError(noted.reason);
    return noted.next;
  },
  mail: (filingId, outcome) => ({ template: `amendment_${outcome}`, filingId }),
  proposes: ({ id, entityId, proposedChanges: { name } }) =>
    name === null ? null : { name, own: [id, entityId] },
  applicant: ({ signature }) => signature,
  // A person who objected may no longer represent the entity. A concurrent objection refuses the decision.
  isOwnToo: async ({ id }, personId, table) => (await findObjection(table, id, personId)) !== null,
  applicants: ({ entityId }, table) => activeRepresentatives(table, entityId),
  facts: async (filing, { table, now }) => {
    const [entity, { objections }] = await Promise.all([
      requireEntity(table, filing.entityId),
      objectionsToFiling(filing, table),
    ]);
    const at = now().toISOString();
    const standing = { status: entityStatus(entity, at), good: goodStanding(entity, at) };
    return { type: 'amendment' as const, filing, objections, entity, standing };
  },
});

/**
 * Rejects an invoiced filing that is not submitted: its name was taken, its invoice is void, or it was not paid. The
 * entity can then file another, its representatives get the reason by email, and an open invoice becomes void. Payments
 * stay paid. Concurrent payments, submissions and rejections have one winner.
 *
 * Errors: 404; 409 `filing.not_pending_payment`.
 */
export function rejectUnsubmitted(
  filingId: string,
  reason: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredAmendment> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const filing = await findAnyAmendment(deps.table, filingId);
    if (filing === null) throw apiErrors.notFound();
    if (filing.statusId !== 'Pending Payment') throw amendmentErrors.filingNotPendingPayment();
    const decision = decideAmendment(filing, { type: 'reject', reason }, at);
    if (!decision.ok) throw amendmentErrors.filingNotPendingPayment();
    const next = { ...decision.next, updatedAt: at };
    const invoice = await findInvoice(deps.table, filing.invoiceId);
    const outcome = await transact(deps.table, {
      amendment: amendmentWrite(next),
      open: closeAmendmentWrite(next),
      invoice: voidedInvoiceWrite(invoice, at),
      notification: mailWrite(deps.newId(), at, { template: 'amendment_rejected', filingId }),
      ...auditAct(deps, {
        at,
        actor,
        action: 'amendment.rejected',
        subject: { type: 'amendment', id: filingId },
        details: { legalEntityId: filing.entityId },
      }),
    });
    return outcome.kind === 'written' ? next : lostRace;
  });
}

/** The slug of the certificate among the entity's documents. */
export const amendmentCertificateSlug = 'certificate-of-amendment';

/**
 * Issues the Certificate of Amendment of an approved filing, with the entity's name and office just before and after
 * the amendment. Safe to repeat: its id is derived from the filing, and its date is that of the approval. An annulled
 * amendment gets no certificate.
 */
export async function issueAmendmentCertificate(
  filingId: string,
  deps: WorkflowDeps,
): Promise<void> {
  const { amendment, previousValues, issuedAt } = await readApproved(filingId, deps);
  const { entityId, proposedChanges } = amendment;
  if (amendment.annulment !== undefined) return;
  const entity = await findEntity(deps.table, entityId);
  if (entity === null) throw new Error(`amendment ${filingId} has no entity`);
  const documentId = documentIdOf(filingId, amendmentCertificateSlug);
  if ((await findDocument(deps.table, entityId, documentId)) !== null) return;
  const since = amended(previousValues, proposedChanges);
  const changed = changedDetails(proposedChanges);
  const entityName = fullName(since);
  const { residentPermitNumber } = entity;
  const name = changed.includes('name') ? { from: fullName(previousValues), to: entityName } : null;
  const verification = newVerification(deps);
  const content = await renderCertificateOfAmendment({
    documentId,
    issuedAt,
    ...issuance(deps),
    verification,
    entityName,
    residentPermitNumber,
    filingId,
    amendedAt: issuedAt,
    before: previousValues,
    changes: proposedChanges,
  });
  const certificate = {
    type: 'certificate_of_amendment',
    entityName,
    residentPermitNumber,
    change: { ...certifiedDetails(changed), name },
  } as const;
  await issueCertifiedDocument(
    {
      ...{ documentId, entityId, issuedAt, content },
      slug: amendmentCertificateSlug,
      name: 'Certificate of Amendment',
      unless: notAnnulled(amendment),
    },
    { code: verification.code, certificate },
    deps,
  );
}

async function readApproved(
  filingId: string,
  { table }: WorkflowDeps,
): Promise<{
  readonly amendment: StoredAmendment;
  readonly previousValues: AmendableEntity;
  readonly issuedAt: string;
}> {
  const amendment = await findAnyAmendment(table, filingId);
  const { previousValues = null, approvedAt = null } = amendment ?? {};
  if (amendment === null || previousValues === null || approvedAt === null) {
    throw new Error(`amendment ${filingId} is not approved`);
  }
  return { amendment, previousValues, issuedAt: approvedAt };
}

/**
 * Withdraws an undecided amendment for a representative: it is Rejected, its review closed, an open invoice voided, and
 * the entity can file another. A paid invoice stays paid. If it was signed, all representatives and everyone who
 * objected are notified. False if it is decided, or if a payment was started and may still arrive.
 *
 * Each write is refused if its item has changed since it was read, so that concurrent payments, signatures, decisions
 * and withdrawals have one winner.
 *
 * Errors: 403 and 404 as `readOwnAmendment`.
 */
export function withdrawAmendment(
  filing: FilingOfEntity,
  caller: PersonCaller,
  deps: CoreDeps,
): Promise<boolean> {
  return retryOnConflict<boolean>(async () => {
    const at = deps.now().toISOString();
    const actor = actorOf(caller);
    const { amendment, entity } = await readOwnAmendment(deps.table, filing, caller);
    const { id, invoiceId, paidAt, statusId, signature, submissionId, submittedAt } = amendment;
    const decision = decideAmendment(amendment, { type: 'withdraw' }, at);
    const invoice = await findInvoice(deps.table, invoiceId);
    const progress = await readPaymentProgress(invoice, deps);
    if (!decision.ok || progress.kind === 'under_way') return false;
    const next = { ...decision.next, updatedAt: at };
    const subject = { type: 'amendment', id } as const;
    const outcome = await transact(deps.table, {
      amendment: amendmentWrite(next),
      open: closeAmendmentWrite(next),
      invoice: closedInvoiceWrite(invoiceId, invoice, at),
      ...(await closedReviewWrites(
        { subject, submissionId, submittedAt, reason: withdrawalReason },
        async () => ({
          name: fullName(entity),
          parties: [entity.id, ...(signature ? await aboutApplicant(signature, deps.table) : [])],
        }),
        { actor, at },
        deps,
      )),
      notification:
        signature === null
          ? undefined
          : mailWrite(deps.newId(), at, { template: 'amendment_rejected', filingId: id }),
      ...filingConditions(entity.id, caller),
      ...auditAct(deps, {
        at,
        actor,
        action: 'amendment.withdrawn',
        subject,
        details: {
          legalEntityId: entity.id,
          previousStatus: statusId,
          paidInvoiceId: paidAt === null ? null : invoiceId,
        },
      }),
    });
    return outcome.kind === 'written' ? true : lostRace;
  });
}
