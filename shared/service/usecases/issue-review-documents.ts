import { issueAmendmentCertificate } from '../../amendments/usecases/issue-amendment-certificate.ts';
import { issueCertificate } from '../../certificates/usecases/issue-certificate.ts';
import type { WorkflowDeps } from '../../documents/deps/workflow.ts';
import { issueIncorporationDocuments } from '../../incorporation/usecases/issue-incorporation-documents.ts';
import type { Product } from '../../kernel/domain/product.ts';
import { issueResidencyAgreement } from '../../residency/usecases/residency-agreement.ts';
import { requireReview } from '../../reviews/db/reviews.ts';

/**
 * The documents that follow from an approval, by the subject's type: only one of each, however often it is
 * repeated. Apart from the rest of a review, because only one task needs to make documents.
 */
const issuing: Readonly<
  Record<Product, (subjectId: string, deps: WorkflowDeps) => Promise<unknown>>
> = {
  legal_entity_application: issueIncorporationDocuments,
  amendment: issueAmendmentCertificate,
  certificate_request: issueCertificate,
  residency_application: issueResidencyAgreement,
};

/** Issues the documents of what the review approved. */
export async function issueReviewDocuments(reviewId: string, deps: WorkflowDeps): Promise<void> {
  const { type, id } = (await requireReview(deps.table, reviewId)).subject;
  await issuing[type](id, deps);
}
