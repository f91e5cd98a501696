import { auditAct } from '../../audit/audit-act.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { lostRace, readAgain } from '../../kernel/usecases/until-written.ts';
import { findEntity } from '../../registry/db/entities.ts';
import { revisedEntityWrites } from '../../registry/db/revised-entity.ts';
import { reviewWrites, type StoredReview } from '../../reviews/db/reviews.ts';
import { carryOut } from '../../reviews/review.ts';
import { handBackReview } from '../../reviews/usecases/hand-back-review.ts';
import { decider } from '../../reviews/usecases/review-facts.ts';
import { decide } from '../amendment.ts';
import { amendmentWrite, closeAmendmentWrite, type StoredAmendment } from '../amendments.ts';
import { amended } from '../proposed-changes.ts';
import { isDissolved, proposedFields } from './create-amendment.ts';

/**
 * Approves an amendment: the entity changes, with its name's claim and its row in the registry, together
 * with the filing's last state, or nothing does.
 *
 * `returned`: another entity took the name in the meantime, or this one was dissolved; the review is pending
 * again and says so.
 */
export async function approveAmendment(
  review: StoredReview,
  amendment: StoredAmendment,
  deps: CoreDeps,
): Promise<'approved' | 'returned' | typeof lostRace> {
  const at = deps.now().toISOString();
  const entity = await findEntity(deps.table, amendment.entityId);
  if (entity === null) throw new Error(`amendment ${amendment.id} has no entity`);
  const carried = carryOut(review, at);
  const decision = decide(amendment, { type: 'approve' }, at);
  if (!carried.ok || !decision.ok) throw new Error(`review ${review.id} can't be carried out`);
  const returned = decide(amendment, { type: 'return' }, at);
  if (!returned.ok) throw new Error(`review ${review.id} can't be returned`);
  // Objections are open again, and further ones can be made.
  const undone = { writes: { amendment: amendmentWrite(returned.next) } };
  if (isDissolved(entity, at)) {
    const sentence = apiErrors.entityDissolved().message;
    return handBackReview(review, { sentence, reason: 'entity_dissolved', ...undone }, deps);
  }
  const { name, extension, nameStartsWithExtension, principalOfficeAddress } = entity;
  const formerly = { name, extension, nameStartsWithExtension, principalOfficeAddress };
  const { proposedChanges } = amendment;
  const decided = reviewWrites(carried.next);
  const outcome = await transact(deps.table, {
    // These three first: if one of them is refused, somebody else has decided, whatever else is refused.
    amendment: orElse(amendmentWrite({ ...decision.next, formerly, updatedAt: at }), readAgain),
    ...decided,
    review: orElse(decided.review, readAgain),
    ...revisedEntityWrites(entity, amended(entity, proposedChanges), at),
    open: closeAmendmentWrite(amendment),
    ...auditAct(deps, {
      at,
      actor: decider(review),
      action: 'amendment.approved',
      subject: review.subject,
      details: {
        reviewId: review.id,
        legalEntityId: entity.id,
        changed: proposedFields(proposedChanges),
      },
    }),
  });
  if (outcome.kind === 'written') return 'approved';
  switch (outcome.refusal) {
    case lostRace:
    case 'revised_before':
      return lostRace;
    case 'name_taken': {
      const sentence = apiErrors.nameTaken().message;
      return handBackReview(review, { sentence, reason: 'name_taken', ...undone }, deps);
    }
    default:
      throw outcome.error;
  }
}
