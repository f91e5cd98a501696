import { keys } from '../../kernel/db/keys.ts';
import type { Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { alsoRecorded } from '../../platform/db/audit-items.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findReview, findReviewOf, reviewWrites } from '../db/reviews.ts';
import { changedReview } from '../domain/review.ts';

/** The submission of a case; null: it is not under review. */
interface ReviewedCase {
  readonly subjectId: string;
  readonly submissionId: string | null;
}

/**
 * The writes of what changes a case under review from outside the review, such as an objection, for its transaction. A first approval is
 * taken back, with an entry in the trail. The review is written in any case: an approval of what was there before is refused, and
 * decided again.
 */
export async function changeWrites(
  { subjectId, submissionId }: ReviewedCase,
  actor: Actor,
  at: string,
  deps: CoreDeps,
): Promise<Readonly<Record<string, Write | undefined>>> {
  if (submissionId === null) return {};
  const reviewId = await findReviewOf(deps.table, subjectId, submissionId);
  // It is made in a moment, and must not be approved before the change is written.
  if (reviewId === null) return { noReview: noReviewCheck(subjectId, submissionId) };
  const review = await findReview(deps.table, reviewId);
  const decision = review && changedReview(review);
  if (review === null || !decision?.ok) return {};
  const { firstApproval: first, subject } = review;
  return {
    ...reviewWrites(decision.next, review),
    ...(first !== undefined &&
      alsoRecorded(
        auditAct(deps, {
          at,
          actor,
          action: 'review.first_approval_voided',
          subject: { type: 'review', id: reviewId },
          details: {
            subjectType: subject.type,
            subjectId,
            voidedApprovals: [first.by.personId ?? first.by.id ?? ''],
          },
        }),
      )),
  };
}

function noReviewCheck(subjectId: string, submissionId: string): Write {
  return {
    check: {
      Key: keys.reviewOf(subjectId, submissionId),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}
