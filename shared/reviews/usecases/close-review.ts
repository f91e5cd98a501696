import type { Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { type CaseFacts, queuedAs } from '../db/review-queue.ts';
import { findReview, findReviewOf, newReviewWrites, reviewWrites } from '../db/reviews.ts';
import { carryOut, newReview, type ReviewState, withdrawReview } from '../domain/review.ts';

/** A submission that ends without a reviewer's decision. */
interface Ended {
  readonly subject: ReviewState['subject'];
  /** Null if it was never submitted. */
  readonly submissionId: string | null;
  readonly submittedAt: string | null;
  /** Shown to reviewers. */
  readonly reason: string;
}

/**
 * The writes that close the review of an ended submission, for the same transaction: the review is rejected and carried
 * out, and a decision in progress has no effect. If the dispatch has not created the review yet, it is stored as
 * closed. Refused if the review has changed since it was read.
 */
export async function closedReviewWrites(
  { subject, submissionId, submittedAt, reason }: Ended,
  readFacts: () => CaseFacts | Promise<CaseFacts>,
  { actor, at }: { readonly actor: Actor; readonly at: string },
  deps: Pick<CoreDeps, 'table' | 'newId'>,
): Promise<Writes> {
  if (submissionId === null) return {};
  const reviewId = await findReviewOf(deps.table, subject.id, submissionId);
  if (reviewId !== null) {
    const review = await findReview(deps.table, reviewId);
    if (review === null) throw new Error(`review ${reviewId} does not exist`);
    const closed =
      review.status === 'rejected'
        ? carryOut(review, at)
        : withdrawReview(review, reason, actor, at);
    return closed.ok ? reviewWrites(closed.next, review) : {};
  }
  const made = {
    ...newReview(deps.newId(), subject, submittedAt ?? at),
    queued: queuedAs(await readFacts()),
    version: 1,
  };
  const closed = withdrawReview(made, reason, actor, at);
  if (!closed.ok) throw new Error('unreachable: a pending review can be withdrawn');
  return newReviewWrites(closed.next, submissionId);
}
