import type { Product } from '../domain/voucher.ts';
import { amendmentReview } from './review-amendment.ts';
import { applicationReview } from './review-application.ts';
import { certificateReview } from './review-certificate.ts';
import { residencyApplicationReview } from './review-residency-application.ts';
import type { ReviewSubject } from './review-subject.ts';

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
