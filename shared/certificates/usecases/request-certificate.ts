import { actorOf, type PersonalCaller } from '../../access/auth/caller.ts';
import { countUse } from '../../access/usecases/count-use.ts';
import type { Effect } from '../../kernel/db/effects.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { type NoteEffect, onceEffect } from '../../kernel/usecases/once-effect.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { invoiceWrite, type StoredInvoice } from '../../payments/db/invoices.ts';
import { openInvoice } from '../../payments/domain/invoice.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { entityUnchanged } from '../../registry/db/entities.ts';
import type { Eligibility } from '../../registry/domain/good-standing.ts';
import {
  filingConditions,
  readFilingFacts,
} from '../../registry/usecases/read-accessible-entity.ts';
import type { Contest } from '../contracts/certificate.ts';
import {
  claimKey,
  findClaimed,
  newCertificateRequestWrites,
  type StoredCertificateRequest,
} from '../db/certificates.ts';
import { nameTaxProofWrite } from '../db/tax-proofs.ts';
import { isReused } from '../domain/certificate.ts';
import { type RequestableType, requestableKinds, usualType } from '../domain/certificate-type.ts';
import * as certificateErrors from '../errors/certificate-errors.ts';
import { certificateRefusals, readCertificateRequest } from './read-certificate-request.ts';
import { checkTaxProof } from './tax-proof.ts';

export interface CertificateOrder {
  readonly entityId: string;
  /** The default kind if absent. */
  readonly type?: RequestableType | undefined;
  readonly contest: Contest | undefined;
  readonly reference?: string | null | undefined;
  readonly caller: PersonalCaller;
  readonly effect: Effect | null;
}

export interface RequestedCertificate {
  readonly request: StoredCertificateRequest;
  /** The invoice of a new request; null for a reused one, whose invoice was not read. */
  readonly invoice: StoredInvoice | null;
}

/**
 * Requests a Certificate of Good Standing (spec 4.16), and creates its invoice in the same transaction. If the entity
 * has an open or issued request, returns that one, even if taxes are overdue now.
 *
 * Errors, in this order: 403 and 404 of the caller's rights; 409 `certificate.not_eligible_entity_type`,
 * `certificate.not_in_good_standing`; 409 `certificate.tax_overdue` without a contest; 400 for a proof that was not
 * uploaded here by a representative.
 */
export function requestCertificate(
  command: CertificateOrder,
  deps: ServiceDeps,
): Promise<RequestedCertificate> {
  const { entityId, caller, effect } = command;
  return onceEffect(effect, deps, {
    run: (note) => retryOnConflict(() => attempt(command, note, deps)),
    again: async (requestId) => {
      const request = await readCertificateRequest({ entityId, requestId }, caller, deps);
      return { request, invoice: null };
    },
  });
}

async function attempt(
  { entityId, type = usualType, contest, reference, caller }: CertificateOrder,
  note: NoteEffect,
  deps: ServiceDeps,
): Promise<RequestedCertificate | typeof lostRace> {
  const at = deps.now().toISOString();
  const { entity, others } = await readFilingFacts(deps.table, entityId, caller, [
    claimKey(entityId, type),
  ]);
  const reused = await findClaimed(deps.table, entityId, others[0]);
  // The request failed and released its claim while it was read; another may replace it.
  if (reused !== null && !isReused(reused.statusId)) return lostRace;
  if (reused !== null) return { request: reused, invoice: null };
  checkEligibility(requestableKinds[type].eligibility(entity, at), contest !== undefined);
  const proofId = contest && (await checkTaxProof(contest.proofUrl, entityId, deps));

  const request = newRequest({ entityId, type, contest, reference, caller }, deps, at);
  const { id, invoiceId } = request;
  const subject = { type: 'certificate_request', id } as const;
  const fee = deps.fee(requestableKinds[type].fee);
  const invoice = { ...openInvoice(invoiceId, subject, fee, at), version: 0 };
  const outcome = await transact(deps.table, {
    effect: note(id),
    ...filingConditions(entityId, caller),
    // A concurrent dissolution would miss the request that it must cancel.
    entity: entityUnchanged(entity),
    // A concurrent erasure of the proof would miss the request that refers to it.
    proof: proofId === undefined ? undefined : nameTaxProofWrite(proofId),
    ...newCertificateRequestWrites(request),
    invoice: invoiceWrite(invoice),
    ...auditAct(deps, {
      at,
      actor: actorOf(caller),
      action: 'certificate_request.created',
      subject,
      details: { legalEntityId: entityId, invoiceId, contested: request.contested },
    }),
    used: countUse(caller, 'filings', deps.now()),
  });
  if (outcome.kind === 'written') return { request, invoice };
  if (outcome.refusal !== undefined) throw outcome.refusal;
  return lostRace;
}

function checkEligibility({ reason, taxCompliant }: Eligibility, contested: boolean): void {
  if (reason !== null) throw certificateRefusals[reason]();
  if (taxCompliant === false && !contested) throw certificateErrors.certificateTaxOverdue();
}

function newRequest(
  {
    entityId,
    type,
    contest,
    reference,
    caller,
  }: Omit<CertificateOrder, 'effect'> & { readonly type: RequestableType },
  { newId }: ServiceDeps,
  at: string,
): StoredCertificateRequest {
  return {
    id: newId(),
    type,
    entityId,
    requestedBy: caller.personId,
    statusId: 'Pending Payment',
    contested: contest !== undefined,
    taxContestNote: contest?.note ?? null,
    taxPaymentProofUrl: contest?.proofUrl ?? null,
    contestedAt: contest === undefined ? null : at,
    invoiceId: newId(),
    paidAt: null,
    referredFor: null,
    submissionId: null,
    dispatchedAt: null,
    reviewedAt: null,
    issuedAt: null,
    rejectionReason: null,
    documentId: null,
    verificationCode: null,
    ...(typeof reference === 'string' && { ownReference: reference }),
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}
