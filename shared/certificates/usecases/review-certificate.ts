import { requireEntity } from '../../registry/db/entities.ts';
import { entityStatus, goodStanding } from '../../registry/domain/good-standing.ts';
import { knownPerson } from '../../reviews/usecases/known-person.ts';
import { reviewed } from '../../reviews/usecases/reviewed.ts';
import { certificateRequestWrites, findAnyCertificateRequest } from '../db/certificates.ts';
import { decideCertificate, isOpenCertificateStatus } from '../domain/certificate.ts';
import { openableTaxProof } from './present-tax-proof.ts';

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
