import type { Product } from '../domain/voucher.ts';
import { amendmentReview } from './review-amendment.ts';
import { applicationReview } from './review-application.ts';
import { certificateReview } from './review-certificate.ts';
import type { ReviewSubject } from './review-subject.ts';

/** What is reviewed, of all that can be submitted. */
export type ReviewedType = Extract<
  Product,
  'legal_entity_application' | 'amendment' | 'certificate_request'
>;

/** Exhaustive on purpose: a new type does not compile until somebody says what a review does to it. */
const subjects: Readonly<Record<ReviewedType, ReviewSubject>> = {
  legal_entity_application: applicationReview,
  amendment: amendmentReview,
  certificate_request: certificateReview,
};

/** What a review does to a subject of this type. Throws for a type that is not reviewed. */
export function reviewSubjectOf(type: Product): ReviewSubject {
  if (!isReviewed(type)) throw new Error(`no reviews of ${type} are known`);
  return subjects[type];
}

export function isReviewed(type: Product): type is ReviewedType {
  return Object.hasOwn(subjects, type);
}
