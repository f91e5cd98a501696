import { amendmentReview } from '../../amendments/usecases/decide-amendment.ts';
import { certificateReview } from '../../certificates/usecases/approve-certificate.ts';
import { applicationReview } from '../../incorporation/usecases/read-application.ts';
import type { Log } from '../../kernel/aws/log.ts';
import type { Table } from '../../kernel/db/table.ts';
import { timeLeft, withinDeadline } from '../../kernel/runtime/deadline.ts';
import type { SimilarPerson } from '../../people/domain/same-person.ts';
import type { SimilarName } from '../../registry/domain/similar-names.ts';
import {
  findSimilarForReview,
  type NameSources,
} from '../../registry/usecases/find-similar-names.ts';
import { residencyApplicationReview } from '../../residency/usecases/review-residency-application.ts';
import type { StoredReview } from '../../reviews/db/reviews.ts';
import type { ReviewState } from '../../reviews/domain/review.ts';
import type { Reviewed, ReviewedItem } from '../../reviews/usecases/reviewed.ts';
import type { ShownFacts } from '../pages/review-subject.ts';

/**
 * Exhaustive on purpose: a new type does not compile until it has a `Reviewed`. The types of items are lost here: each
 * item goes only to the rules that found it.
 */
const reviewed: Readonly<
  Record<ReviewState['subject']['type'], Reviewed<ReviewedItem, ShownFacts>>
> = {
  legal_entity_application: applicationReview,
  amendment: amendmentReview,
  certificate_request: certificateReview,
  residency_application: residencyApplicationReview,
};

/** The rules for subjects of this type. */
export function reviewedOf(
  type: ReviewState['subject']['type'],
): Reviewed<ReviewedItem, ShownFacts> {
  return reviewed[type];
}

/** The subject of a review, with its rules. Throws if it does not exist. */
export async function readReviewed({ type, id }: ReviewState['subject'], table: Table) {
  const rules = reviewed[type];
  const item = await rules.find(table, id);
  // Every review has a submitted subject, so it must exist.
  if (item === null) throw new Error(`${type} ${id} does not exist`);
  return { rules, item };
}

/** After this many milliseconds a case is shown without them. */
const patience = 4_000;

/**
 * Names similar to a case's proposed name, for its reviewer: of entities, reserved names and other applications. Empty
 * if the case is decided or has no name. Null if the search failed, which does not block the case.
 */
export async function similarToReviewed(
  { status }: Pick<StoredReview, 'status'>,
  proposed: ReturnType<NonNullable<Reviewed<ReviewedItem>['proposes']>>,
  deps: NameSources & { readonly log: Log },
): Promise<readonly SimilarName[] | null> {
  if (status !== 'pending' || proposed === null) return [];
  try {
    return await withinDeadline(Math.min(patience, timeLeft()), () =>
      findSimilarForReview(proposed, deps),
    );
  } catch (error) {
    deps.log.error('similar names could not be looked up', {}, error);
    return null;
  }
}

/** The same, if the case's subject was not read. */
export async function readSimilarTo(
  review: StoredReview,
  deps: NameSources & { readonly log: Log },
): Promise<readonly SimilarName[] | null> {
  const { status, subject } = review;
  const { proposes, find } = reviewedOf(subject.type);
  if (status !== 'pending' || proposes === undefined) return [];
  const item = await find(deps.table, subject.id);
  return item === null ? [] : similarToReviewed(review, proposes(item), deps);
}

/**
 * People with a permit number who may be the same person as the applicant, if an approval issues one. Empty
 * for a decided case.
 */
export async function readSimilarPeople(
  { status, subject }: Pick<StoredReview, 'status' | 'subject'>,
  deps: Pick<NameSources, 'table'>,
): Promise<readonly SimilarPerson[]> {
  const { similarPeople, find } = reviewedOf(subject.type);
  if (status !== 'pending' || similarPeople === undefined) return [];
  const item = await find(deps.table, subject.id);
  return item === null ? [] : similarPeople(item, deps);
}
