import type { WorkflowDeps } from '../deps/workflow.ts';
import type { Product } from '../domain/voucher.ts';
import { issueAmendmentCertificate } from './issue-amendment-certificate.ts';
import { issueCertificate } from './issue-certificate.ts';
import { issueIncorporationDocuments } from './issue-incorporation-documents.ts';
import { issueResidencyAgreement } from './issue-residency-agreement.ts';
import { requireReview } from './review-facts.ts';

/**
 * The documents that an approval brings about, by the subject's type: however often it is repeated, one of
 * each. It stands apart from the rest of what a review does because only one task needs to make documents.
 */
const issuing: Readonly<Record<Product, (subjectId: string, deps: WorkflowDeps) => Promise<void>>> =
  {
    legal_entity_application: issueIncorporationDocuments,
    amendment: issueAmendmentCertificate,
    certificate_request: async (requestId, deps) => {
      await issueCertificate(requestId, deps);
    },
    residency_application: issueResidencyAgreement,
  };

/** Issues the documents of what the review approved. */
export async function issueReviewDocuments(reviewId: string, deps: WorkflowDeps): Promise<void> {
  const { type, id } = (await requireReview(reviewId, deps)).subject;
  await issuing[type](id, deps);
}
