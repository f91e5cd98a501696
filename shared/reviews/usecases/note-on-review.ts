import { keys } from '../../kernel/db/keys.ts';
import { create, orElse, transact } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { requireCaseRight, type Standing } from '../../staff/usecases/standing.ts';
import { readReview } from './read-reviews.ts';

/**
 * Keeps what a reviewer notes for the others, whether or not the review is decided; whoever applied never reads it.
 * Errors: 404; those of `requireCaseRight` where the actor is of the staff.
 */
export async function noteOnReview(
  reviewId: string,
  text: string,
  actor: Actor,
  deps: CoreDeps,
  standing?: Standing,
): Promise<void> {
  const review = await readReview(reviewId, deps);
  requireCaseRight(standing, 'case.note', review);
  const { subject } = review;
  const at = deps.now().toISOString();
  const id = deps.newId();
  const outcome = await transact(deps.table, {
    note: create({ ...keys.reviewNote(reviewId, at, id), id, at, by: actor, text }),
    // An erasure leaves nothing behind that it did not see.
    stillThere: orElse(mustExist(keys.review(reviewId)), apiErrors.notFound),
    stillStaff: standing?.unchanged,
    ...auditAct(deps, {
      at,
      actor,
      action: 'review.noted',
      subject: { type: 'review', id: reviewId },
      details: { noteId: id, subjectType: subject.type, subjectId: subject.id },
    }),
  });
  // Ids are not drawn twice.
  if (outcome.kind !== 'written') throw outcome.refusal ?? outcome.error;
}
