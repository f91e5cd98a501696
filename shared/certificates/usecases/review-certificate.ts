import { orElse } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { readAgain } from '../../kernel/usecases/until-written.ts';
import { entityUnchanged, requireEntity } from '../../registry/db/entities.ts';
import { isInGoodStanding } from '../../registry/domain/good-standing.ts';
import { knownPerson } from '../../reviews/known-person.ts';
import { type Approval, type Hindrance, reviewed } from '../../reviews/reviewed.ts';
import {
  certificateRequestWrites,
  findAnyCertificateRequest,
  type StoredCertificateRequest,
} from '../certificates.ts';
import { decideCertificate, isOpenCertificateStatus } from '../domain/certificate.ts';
import { openableTaxProof } from './present-tax-proof.ts';

/**
 * The review of a request for a Certificate of Good Standing (spec 3.3): an approval lets it be issued whatever
 * the taxes are, but not for an entity that is not in good standing.
 */
export const certificateReview = reviewed({
  find: findAnyCertificateRequest,
  writes: certificateRequestWrites,
  decide: decideCertificate,
  approve,
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
    const inGoodStanding = isInGoodStanding(entity, deps.now().toISOString());
    const type = 'certificate_request' as const;
    return { type, request, entity, inGoodStanding, requester, taxProof };
  },
});

async function approve(
  request: StoredCertificateRequest,
  { at }: { readonly at: string },
  { table }: CoreDeps,
): Promise<Approval<StoredCertificateRequest> | Hindrance> {
  const entity = await requireEntity(table, request.entityId);
  if (!isInGoodStanding(entity, at)) {
    const sentence = apiErrors.certificateNotInGoodStanding().message;
    return { sentence, reason: 'not_in_good_standing' };
  }
  return {
    decision: decideCertificate(request, { type: 'approve', reviewed: true }, at),
    writes: { entity: orElse(entityUnchanged(entity), readAgain) },
  };
}
