import { orElse, reworded, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { lostRace, readAgain, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { entityUnchanged, requireEntity, type StoredEntity } from '../../registry/db/entities.ts';
import { revisedEntityWrites } from '../../registry/db/new-entity.ts';
import { registrySpread } from '../../registry/db/registry-changes.ts';
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

/** `approved`: it must be issued; `referred`: a reviewer decides; `closed`: there is nothing to do. */
export type Assessment = 'approved' | 'referred' | 'closed';

/**
 * Looks at the taxes and the standing of a paid request's entity: approves it if nothing speaks against it, and
 * hands it to the reviewers otherwise. A repeat gets the same answer.
 */
export function assessCertificate(requestId: string, deps: CoreDeps): Promise<Assessment> {
  return untilWritten(async () => {
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

/** The decision of an earlier attempt, or of someone else. */
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

/** Hands a request to the reviewers, whose task is asked for in the same transaction. */
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
    submission: eventWrite(submissionId, at, { type: 'review.wanted', subject }),
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
 * Approves a request. The reviewer has found that the taxes are paid: where the register says otherwise, or does not know, it
 * says so from then on, in the same transaction, so that the certificate and the register agree. Hindered: the entity is not active.
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
      ? { writes: { entity: orElse(entityUnchanged(entity), readAgain) } }
      : {
          writes: reworded(
            revisedEntityWrites(
              entity,
              { ...entity, taxState: 'current' },
              at,
              await registrySpread(deps),
            ),
            readAgain,
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
  // Cancelled since the review was asked for.
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
