import { amendmentReview } from '../amendments/usecases/review-amendment.ts';
import { certificateReview } from '../certificates/usecases/review-certificate.ts';
import { applicationReview } from '../incorporation/usecases/review-application.ts';
import type { Product } from '../payments/domain/voucher.ts';
import { residencyApplicationReview } from '../residency/usecases/review-residency-application.ts';
import type { ReviewSubject } from '../reviews/usecases/review-subject.ts';

/** Exhaustive on purpose: a new type does not compile until somebody says what a review does to it. */
const subjects: Readonly<Record<Product, ReviewSubject>> = {
  legal_entity_application: applicationReview,
  amendment: amendmentReview,
  certificate_request: certificateReview,
  residency_application: residencyApplicationReview,
};

/** What a review does to a subject of this type. */
export function reviewSubjectOf(type: Product): ReviewSubject {
  return subjects[type];
}
