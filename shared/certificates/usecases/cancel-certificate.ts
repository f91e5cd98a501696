import { actorOf, type PersonCaller } from '../../access/auth/caller.ts';
import {
  findDocument,
  listDocuments,
  type StoredDocument,
  standsCheck,
  withdrawalWrite,
} from '../../documents/db/documents.ts';
import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { accept } from '../../kernel/domain/decision.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { conflict, lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { findInvoice, type StoredInvoice, voidedInvoiceWrite } from '../../payments/db/invoices.ts';
import { readPaymentProgress } from '../../payments/usecases/payment-subject.ts';
import { alsoRecorded } from '../../platform/db/audit-items.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { requireEntity, type StoredEntity } from '../../registry/db/entities.ts';
import { filingConditions } from '../../registry/usecases/read-accessible-entity.ts';
import type { DissolutionWrites } from '../../registry/usecases/revise-entity.ts';
import { closedReviewWrites } from '../../reviews/usecases/close-review.ts';
import { aboutApplicant } from '../../reviews/usecases/create-review.ts';
import {
  certificateRequestWrites,
  claimKey,
  findAnyCertificateRequest,
  findReusedRequest,
  findReusedRequests,
  noReusedRequest,
  type StoredCertificateRequest,
  stillReused,
} from '../db/certificates.ts';
import { decideCertificate, isCancellable, isReused } from '../domain/certificate.ts';
import { requestableTypes } from '../domain/certificate-type.ts';
import * as certificateErrors from '../errors/certificate-errors.ts';
import {
  certificateRefusals,
  type RequestOfEntity,
  readCertificateRequest,
} from './read-certificate-request.ts';

/**
 * Cancels an open request: an unpaid invoice becomes void, and a pending review is closed. Payments stay paid.
 *
 * Errors: 404; 409 `certificate.not_open`.
 */
export function cancelCertificate(
  requestId: string,
  reason: string | null,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredCertificateRequest> {
  return retryOnConflict(async () => {
    const request = await findAnyCertificateRequest(deps.table, requestId);
    if (request === null) throw apiErrors.notFound();
    const by = { actor, at: deps.now().toISOString(), cause: 'operator', reason } as const;
    const invoice = await findInvoice(deps.table, request.invoiceId);
    const cancelled = await cancellation({ request, invoice }, by, deps);
    if (!cancelled.ok) throw certificateRefusals[cancelled.reason]();
    const outcome = await transact(deps.table, cancelled.next.writes);
    return outcome.kind === 'written' ? cancelled.next.request : lostRace;
  });
}

/**
 * Cancels a request for a representative, if it is unpaid or under review. False if it is too late, or if a payment was
 * started and may still arrive. Errors: 403 and 404 as `readCertificateRequest`.
 */
export function cancelOwnCertificate(
  of: RequestOfEntity,
  caller: PersonCaller,
  deps: CoreDeps,
): Promise<boolean> {
  return retryOnConflict<boolean>(async () => {
    const request = await readCertificateRequest(of, caller, deps);
    const invoice = await findInvoice(deps.table, request.invoiceId);
    const progress = await readPaymentProgress(invoice, deps);
    if (!isCancellable(request) || progress.kind === 'under_way') return false;
    const actor = actorOf(caller);
    const by = { actor, at: deps.now().toISOString(), cause: 'representative' } as const;
    const cancelled = await cancellation({ request, invoice }, by, deps);
    if (!cancelled.ok) return false;
    const conditions = filingConditions(request.entityId, caller);
    const outcome = await transact(deps.table, { ...cancelled.next.writes, ...conditions });
    return outcome.kind === 'written' ? true : lostRace;
  });
}

async function cancellation(
  {
    request,
    invoice,
  }: { readonly request: StoredCertificateRequest; readonly invoice: StoredInvoice | null },
  {
    actor,
    at,
    cause,
    reason,
  }: {
    readonly actor: Actor;
    readonly at: string;
    readonly cause: 'operator' | 'representative';
    readonly reason?: string | null;
  },
  deps: CoreDeps,
) {
  const decision = decideCertificate(request, { type: 'cancel' }, at);
  if (!decision.ok) return decision;
  const { id, entityId, requestedBy, statusId, submissionId, updatedAt } = request;
  const subject = { type: 'certificate_request', id } as const;
  const review = await closedReviewWrites(
    {
      subject,
      submissionId: statusId === 'Pending Review' ? submissionId : null,
      submittedAt: updatedAt,
      reason: 'The request was cancelled',
    },
    async () => ({
      name: fullName(await requireEntity(deps.table, entityId)),
      parties: [entityId, ...(await aboutApplicant({ personId: requestedBy }, deps.table))],
    }),
    { actor, at },
    deps,
  );
  return accept({
    request: decision.next,
    writes: {
      ...certificateRequestWrites(decision.next),
      invoice: voidedInvoiceWrite(invoice, at),
      ...review,
      ...auditAct(deps, {
        at,
        actor,
        action: 'certificate_request.cancelled',
        subject,
        details: { cause },
        ...(reason !== undefined && { reason }),
      }),
    },
  });
}

/**
 * The writes of a dissolution for the entity's requests: unpaid ones are cancelled, and none can be created at the same
 * time.
 */
export async function dissolutionWrites(
  entity: StoredEntity,
  actor: Actor,
  at: string,
  deps: CoreDeps,
): Promise<DissolutionWrites> {
  const { dissolutionDate } = entity;
  if (dissolutionDate === null || dissolutionDate > at) return {};
  const all = await Promise.all(
    requestableTypes.map(async (type) => {
      const request = await findReusedRequest(deps.table, entity.id, type);
      const writes =
        request === null || !isReused(request.statusId)
          ? { claim: orElse(noReusedRequest(entity.id, type), conflict) }
          : await ofDissolved(request, actor, at, deps);
      return Object.entries(writes).map(([name, write]) => [`${type} ${name}`, write] as const);
    }),
  );
  return Object.fromEntries(all.flat());
}

async function ofDissolved(
  request: StoredCertificateRequest,
  actor: Actor,
  at: string,
  deps: CoreDeps,
): Promise<DissolutionWrites> {
  const decision = decideCertificate(request, { type: 'cancel' }, at);
  // A paid request that can't be issued is reviewed, so that its payment is not overlooked.
  if (request.paidAt !== null || !decision.ok)
    return { claim: orElse(stillReused(request), conflict) };
  const { request: cancelled, claim } = certificateRequestWrites(decision.next);
  const invoice = voidedInvoiceWrite(await findInvoice(deps.table, request.invoiceId), at);
  const record = auditAct(deps, {
    at,
    actor,
    action: 'certificate_request.cancelled',
    subject: { type: 'certificate_request', id: request.id },
    details: { cause: 'dissolution', legalEntityId: request.entityId },
  });
  return {
    request: orElse(cancelled, conflict),
    claim: orElse(claim, conflict),
    invoice: orElse(invoice, conflict),
    ...alsoRecorded(record),
  };
}

/** A document to withdraw. `replacedBy` is another document of the same entity. */
interface WithdrawDocument {
  readonly entityId: string;
  readonly documentId: string;
  readonly reason: string;
  readonly replacedBy: string | null;
}

/**
 * Withdraws a document of an entity permanently. The file and its data remain, and its verification page shows the
 * withdrawal. If it is the entity's current Certificate of Good Standing, the next request is a new one. The people
 * concerned are notified by email.
 *
 * Errors: 404; 400 for a replacement that is not a document of the entity, has the same bytes, or is itself withdrawn;
 * 409 `document.withdrawn`.
 */
export function withdrawDocument(
  { entityId, documentId, reason, replacedBy }: WithdrawDocument,
  actor: Actor,
  deps: CoreDeps,
): Promise<{ readonly document: StoredDocument; readonly withdrawnAt: string }> {
  return retryOnConflict(async () => {
    const document = await findDocument(deps.table, entityId, documentId);
    if (document === null) throw apiErrors.notFound();
    const replacement =
      replacedBy === null ? null : await findReplacement(document, replacedBy, deps);
    const at = deps.now().toISOString();
    const outcome = await transact(deps.table, {
      withdrawal: withdrawalWrite(document.sha256, {
        entityId,
        documentId,
        documentCreatedAt: document.createdAt,
        withdrawnAt: at,
        reason,
        replacedBy: replacement && {
          documentId: replacement.id,
          name: replacement.name,
          createdAt: replacement.createdAt,
          sha256: replacement.sha256,
        },
      }),
      replacement: replacement ? standsCheck(entityId, replacement.sha256) : undefined,
      claim: await releasedClaim(document, deps),
      notification: mailWrite(deps.newId(), at, {
        template: 'document_withdrawn',
        entityId,
        documentId,
      }),
      ...auditAct(deps, {
        at,
        actor,
        action: 'document.withdrawn',
        subject: { type: 'legal_entity', id: entityId },
        details: { documentId, replacedBy },
      }),
    });
    if (outcome.kind === 'written') return { document, withdrawnAt: at };
    if (outcome.refusal === 'withdrawn') throw certificateErrors.documentWithdrawn();
    if (outcome.refusal === 'unfit_replacement') throw unfit();
    // The entity's current certificate has changed.
    return lostRace;
  });
}

async function findReplacement(
  { entityId, sha256 }: StoredDocument,
  id: string,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<StoredDocument> {
  const found = (await listDocuments(table, entityId)).find((document) => document.id === id);
  if (found === undefined || found.sha256 === sha256) throw unfit();
  return found;
}

function unfit() {
  const message = 'Must be another document of the entity that is not withdrawn';
  return apiErrors.invalidField(['replacedBy'], message);
}

/**
 * The request that another request of this type would return, if the document is its certificate. The withdrawal
 * releases it.
 */
async function releasedClaim(
  { entityId, id }: StoredDocument,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<Write | undefined> {
  const reused = await findReusedRequests(table, entityId);
  const request = reused.find(({ documentId }) => documentId === id);
  if (request === undefined) return undefined;
  return {
    remove: {
      Key: claimKey(entityId, request.type),
      ConditionExpression: 'attribute_not_exists(pk) OR requestId = :id',
      ExpressionAttributeValues: { ':id': request.id },
    },
  };
}
