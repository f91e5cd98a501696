import { amendmentReview } from '../../amendments/usecases/decide-amendment.ts';
import { certificateReview } from '../../certificates/usecases/review-certificate.ts';
import { applicationReview } from '../../incorporation/usecases/read-application.ts';
import type { Table } from '../../kernel/db/table.ts';
import { residencyApplicationReview } from '../../residency/usecases/review-residency-application.ts';
import type { ReviewState } from '../../reviews/domain/review.ts';
import type { Reviewed, ReviewedItem } from '../../reviews/usecases/reviewed.ts';
import type { ShownFacts } from '../pages/review-subject.ts';

/**
 * Exhaustive on purpose: a new type does not compile until somebody says what can be reviewed of it. The types of
 * items are lost here: an item is handed to none but the rules that found it.
 */
const reviewed: Readonly<
  Record<ReviewState['subject']['type'], Reviewed<ReviewedItem, ShownFacts>>
> = {
  legal_entity_application: applicationReview,
  amendment: amendmentReview,
  certificate_request: certificateReview,
  residency_application: residencyApplicationReview,
};

/** What can be done to a subject of this type. */
export function reviewedOf(
  type: ReviewState['subject']['type'],
): Reviewed<ReviewedItem, ShownFacts> {
  return reviewed[type];
}

/** What is under review, with what can be done to it. Throws when it is not there. */
export async function readReviewed({ type, id }: ReviewState['subject'], table: Table) {
  const rules = reviewed[type];
  const item = await rules.find(table, id);
  // A review is made of something that was submitted.
  if (item === null) throw new Error(`${type} ${id} does not exist`);
  return { rules, item };
}
