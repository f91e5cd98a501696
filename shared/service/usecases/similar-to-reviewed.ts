import type { Log } from '../../kernel/aws/log.ts';
import { timeLeft, withinDeadline } from '../../kernel/runtime/deadline.ts';
import type { SimilarPerson } from '../../people/domain/same-person.ts';
import type { SimilarName } from '../../registry/domain/similar-names.ts';
import {
  findSimilarForReview,
  type NameSources,
} from '../../registry/usecases/find-similar-names.ts';
import type { StoredReview } from '../../reviews/db/reviews.ts';
import type { Reviewed, ReviewedItem } from '../../reviews/usecases/reviewed.ts';
import { reviewedOf } from './reviewed-things.ts';

/** Milliseconds after which a case is shown without them. */
const patience = 4_000;

/**
 * Names of entities, reserved ones and those that others have applied for that are similar to what a case proposes, for
 * whoever decides it. None of a case that is decided, or that is about no name; null where they could not be looked up,
 * which keeps nobody from the case.
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

/** The same, where nobody has read what the case is of. */
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

/** People with a permit number who may be whoever an approval gives one; none of a case that is decided. */
export async function readSimilarPeople(
  { status, subject }: Pick<StoredReview, 'status' | 'subject'>,
  deps: Pick<NameSources, 'table'>,
): Promise<readonly SimilarPerson[]> {
  const { similarPeople, find } = reviewedOf(subject.type);
  if (status !== 'pending' || similarPeople === undefined) return [];
  const item = await find(deps.table, subject.id);
  return item === null ? [] : similarPeople(item, deps);
}
