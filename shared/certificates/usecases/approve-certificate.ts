import { orElse, reworded, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { conflict, lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { entityUnchanged, requireEntity, type StoredEntity } from '../../registry/db/entities.ts';
import { revisedEntityWrites } from '../../registry/db/new-entity.ts';
import { registrySharding } from '../../registry/db/registry-changes.ts';
import { entityStatus, goodStanding } from '../../registry/domain/good-standing.ts';
import { knownPerson } from '../../reviews/usecases/create-review.ts';
import { type Approval, type Blocker, reviewed } from '../../reviews/usecases/reviewed.ts';
import {
  certificateRequestWrite,
  certificateRequestWrites,
  findAnyCertificateRequest,
  type StoredCertificateRequest,
} from '../db/certificates.ts';
import {
  decideCertificate,
  isOpenCertificateStatus,
  type ReferralReason,
} from '../domain/certificate.ts';
import { requestableKinds } from '../domain/certificate-type.ts';
import * as certificateErrors from '../errors/certificate-errors.ts';
import { requireCertificateRequest } from './read-certificate-request.ts';
import { openableTaxProof } from './tax-proof.ts';

/** `approved`: it must be issued; `referred`: a reviewer decides; `closed`: nothing to do. */
export type Assessment = 'approved' | 'referred' | 'closed';

/**
 * Checks the taxes and status of a paid request's entity, and approves the request or refers it to the reviewers. A
 * repeat returns the same result.
 */
export function assessCertificate(requestId: string, deps: CoreDeps): Promise<Assessment> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const request = await requireCertificateRequest(requestId, deps);
    const known = assessed(request);
    if (known !== null) return known;
    const entity = await requireEntity(deps.table, request.entityId);
    const obstacle = obstacleOf(request, entity, at);
    if (obstacle !== null) return refer(request, obstacle, deps);
    const decision = decideCertificate(request, { type: 'approve', reviewed: false }, at);
    if (!decision.ok) throw new Error(`request ${requestId} can't be approved: ${decision.reason}`);
    const outcome = await transact(deps.table, {
      request: certificateRequestWrite(decision.next),
      entity: entityUnchanged(entity),
      ...auditAct(deps, {
        at,
        actor: system,
        action: 'certificate_request.approved',
        subject: { type: 'certificate_request', id: requestId },
        details: {},
      }),
    });
    return outcome.kind === 'written' ? 'approved' : lostRace;
  });
}

/** The result of an earlier attempt or another process. */
function assessed({ statusId }: StoredCertificateRequest): Assessment | null {
  if (statusId === 'Pending Payment' || statusId === 'Draft') return null;
  if (statusId === 'Approved' || statusId === 'Issued') return 'approved';
  return statusId === 'Pending Review' ? 'referred' : 'closed';
}

function obstacleOf(
  { contested, type }: StoredCertificateRequest,
  entity: StoredEntity,
  at: string,
): ReferralReason | null {
  const { eligible, taxCompliant } = requestableKinds[type].eligibility(entity, at);
  if (!eligible) return 'not_in_good_standing';
  if (contested) return 'contested';
  return taxCompliant === true ? null : 'tax_unresolved';
}

/** Refers a request to the reviewers, and requests their task in the same transaction. */
export async function refer(
  request: StoredCertificateRequest,
  reason: ReferralReason,
  deps: CoreDeps,
): Promise<'referred' | typeof lostRace> {
  const at = deps.now().toISOString();
  const submissionId = deps.newId();
  const decision = decideCertificate(request, { type: 'refer', reason, submissionId }, at);
  if (!decision.ok) throw new Error(`request ${request.id} can't be referred: ${decision.reason}`);
  const subject = { type: 'certificate_request', id: request.id } as const;
  const outcome = await transact(deps.table, {
    request: certificateRequestWrite(decision.next),
    submission: eventWrite(submissionId, at, { type: 'review.requested', subject }),
    ...auditAct(deps, {
      at,
      actor: system,
      action: 'certificate_request.referred',
      subject,
      details: { reason },
    }),
  });
  return outcome.kind === 'written' ? 'referred' : lostRace;
}

/**
 * Approves a request after a review. If the register does not list the taxes as paid, the same transaction updates it,
 * so that certificate and register agree. Blocked if the entity is not active.
 */
export async function approveCertificate(
  request: StoredCertificateRequest,
  { at }: { readonly at: string },
  deps: CoreDeps,
): Promise<Approval<StoredCertificateRequest> | Blocker> {
  const entity = await requireEntity(deps.table, request.entityId);
  const { eligible, taxCompliant } = requestableKinds[request.type].eligibility(entity, at);
  if (!eligible) {
    const sentence = certificateErrors.certificateNotInGoodStanding().message;
    return { sentence, reason: 'not_in_good_standing' };
  }
  return {
    decision: decideCertificate(request, { type: 'approve', reviewed: true }, at),
    ...(taxCompliant === true
      ? { writes: { entity: orElse(entityUnchanged(entity), conflict) } }
      : {
          writes: reworded(
            revisedEntityWrites(
              entity,
              { ...entity, taxState: 'current' },
              at,
              await registrySharding(deps),
            ),
            conflict,
          ),
          details: { changed: ['taxState'] },
        }),
  };
}

/** The review of a request for a Certificate of Good Standing (spec 3.3): an approval lets it be issued, see approve-certificate.ts. */
export const certificateReview = reviewed({
  find: findAnyCertificateRequest,
  writes: certificateRequestWrites,
  decide: decideCertificate,
  // Cancelled since the review was requested.
  isWithdrawn: ({ statusId }) => !isOpenCertificateStatus(statusId),
  mail: (requestId, outcome) => ({
    template: outcome === 'approved' ? 'certificate_issued' : 'certificate_rejected',
    requestId,
  }),
  applicant: ({ requestedBy }) => ({ personId: requestedBy }),
  facts: async (request, deps) => {
    const [entity, requester, taxProof] = await Promise.all([
      requireEntity(deps.table, request.entityId),
      knownPerson(request.requestedBy, deps),
      openableTaxProof(request.taxPaymentProofUrl, deps),
    ]);
    const at = deps.now().toISOString();
    const standing = { status: entityStatus(entity, at), good: goodStanding(entity, at) };
    const type = 'certificate_request' as const;
    return { type, request, entity, standing, requester, taxProof };
  },
});
