import { amendmentWrite, closeAmendmentWrite, type StoredAmendment } from '../db/amendments.ts';
import { findEntity } from '../db/entities.ts';
import { reviewWrites, type StoredReview } from '../db/reviews.ts';
import { revisedEntityWrites } from '../db/revised-entity.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { decide } from '../domain/amendment.ts';
import { amended } from '../domain/proposed-changes.ts';
import { carryOut } from '../domain/review.ts';
import { apiErrors } from '../errors.ts';
import { auditAct } from './audit-act.ts';
import { isDissolved, proposedFields } from './create-amendment.ts';
import { handBackReview } from './hand-back-review.ts';
import { decider } from './review-facts.ts';
import { lostRace } from './until-written.ts';

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
  const outcome = await transact(deps.table, {
    // These three first: what they refuse was decided by somebody else, whatever else is refused.
    amendment: amendmentWrite({ ...decision.next, formerly, updatedAt: at }),
    ...reviewWrites(carried.next),
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
  const { label } = outcome;
  if (label === 'amendment' || label === 'review' || label === 'entity') return lostRace;
  if (label === 'claimedName') {
    const sentence = apiErrors.nameTaken().message;
    return handBackReview(review, { sentence, reason: 'name_taken', ...undone }, deps);
  }
  throw new Error(`review ${review.id} can't be carried out: refused by ${label}`);
}
