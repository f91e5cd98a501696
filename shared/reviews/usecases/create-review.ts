import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { type CaseFacts, queuedAs } from '../db/review-queue.ts';
import { findReviewOf, newReviewWrites } from '../db/reviews.ts';
import { newReview, type ReviewState } from '../domain/review.ts';
import { testFateOf } from '../domain/test-names.ts';

/** A subject's submission; its id is that of the event that asked for the review. */
export interface Submission {
  readonly submissionId: string;
  readonly subject: ReviewState['subject'];
}

/** Makes the reviewer's task for a submission, or finds the one that is there. */
export function createReview(
  { submissionId, subject }: Submission,
  readFacts: () => Promise<CaseFacts>,
  deps: CoreDeps,
): Promise<{ readonly reviewId: string }> {
  return untilWritten(async () => {
    const existing = await findReviewOf(deps.table, subject.id, submissionId);
    if (existing !== null) return { reviewId: existing };
    const reviewId = deps.newId();
    const at = deps.now().toISOString();
    const review = newReview(reviewId, subject, at);
    const queued = queuedAs(await readFacts());
    const writes = newReviewWrites({ ...review, queued, version: 1 }, submissionId);
    const isDecided = deps.isSandbox === true && testFateOf(queued.name) !== null;
    const outcome = await transact(deps.table, {
      ...writes,
      inSandbox: isDecided
        ? eventWrite(deps.newId(), at, { type: 'review.made_in_sandbox', reviewId })
        : undefined,
      // Who represents an entity was told of its amendment when it was submitted.
      received:
        subject.type === 'amendment'
          ? undefined
          : eventWrite(deps.newId(), at, {
              type: 'mail.wanted',
              mail: { template: 'submission_received', reviewId },
            }),
    });
    return outcome.kind === 'written' ? { reviewId } : lostRace;
  });
}
