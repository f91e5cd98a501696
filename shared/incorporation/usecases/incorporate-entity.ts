import { auditAct } from '../../audit/audit-act.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { codeKey } from '../../kernel/domain/code.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { lostRace, readAgain } from '../../kernel/usecases/until-written.ts';
import { activePersonCheck } from '../../people/db/people.ts';
import { newResidentPermitNumber } from '../../people/domain/new-rpn.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { nameClaimFor } from '../../registry/db/names.ts';
import { newEntityWrites } from '../../registry/db/new-entity.ts';
import { reviewWrites, type StoredReview } from '../../reviews/db/reviews.ts';
import { carryOut } from '../../reviews/review.ts';
import { handBackReview } from '../../reviews/usecases/hand-back-review.ts';
import { decider } from '../../reviews/usecases/review-facts.ts';
import { decide } from '../application.ts';
import { applicationWrite, type StoredApplication } from '../applications.ts';

/**
 * Approves an application: the legal entity comes into being with its number, its name, its
 * representative and its residency, together with the application's last state, or nothing does.
 *
 * `returned`: the name was taken in the meantime, or the applicant's account is deactivated; the review is
 * pending again and says so. A number that is taken counts as a lost race: the next attempt draws another.
 */
export async function incorporateEntity(
  review: StoredReview,
  application: StoredApplication,
  deps: CoreDeps,
): Promise<'approved' | 'returned' | typeof lostRace> {
  const at = deps.now().toISOString();
  const entity = newEntity(application, at, deps);
  const carried = carryOut(review, at);
  const decision = decide(application, { type: 'approve', legalEntityId: entity.id }, at);
  if (!carried.ok || !decision.ok) throw new Error(`review ${review.id} can't be carried out`);
  const decided = reviewWrites(carried.next);
  const outcome = await transact(deps.table, {
    // These two first: if one of them is refused, somebody else has decided, whatever else is refused.
    application: orElse(applicationWrite(decision.next), readAgain),
    ...decided,
    review: orElse(decided.review, readAgain),
    ...newEntityWrites(entity, [{ personId: application.ownerId, since: at }], activePersonCheck),
    ...auditAct(deps, {
      at,
      actor: decider(review),
      action: 'legal_entity_application.approved',
      subject: review.subject,
      details: { reviewId: review.id, legalEntityId: entity.id },
    }),
  });
  if (outcome.kind === 'written') return 'approved';
  const { refusal } = outcome;
  if (refusal === undefined) throw outcome.error;
  if (refusal === lostRace) return lostRace;
  switch (refusal.reason) {
    case 'number_taken':
      return lostRace;
    case 'unfit_representative': {
      const sentence = 'The account of the applicant is deactivated';
      return handBackReview(review, { sentence, reason: 'applicant_deactivated' }, deps);
    }
    case 'name_taken': {
      const sentence = apiErrors.nameTaken().message;
      return handBackReview(review, { sentence, reason: 'name_taken' }, deps);
    }
    case 'unknown_referral_code':
      throw new Error(`review ${review.id} can't be carried out: its referral code is unknown`);
  }
}

function newEntity(application: StoredApplication, at: string, deps: CoreDeps): StoredEntity {
  const { referralCode } = application;
  return {
    id: deps.newId(),
    optionId: application.optionId,
    name: application.name,
    nameClaim: nameClaimFor(application.optionId, application.name),
    extension: application.extension,
    nameStartsWithExtension: false,
    formationDate: at,
    registrationDate: at,
    dissolutionDate: null,
    residentPermitNumber: newResidentPermitNumber('legal_entity', deps.random),
    principalOfficeAddress: application.applicationData.entityDetails.principalOffice,
    createdViaAPI: application.createdViaAPI,
    applicationId: application.id,
    referralCode: referralCode === null ? null : codeKey(referralCode),
    taxState: 'current',
    residency: { effectiveDate: at, terminationDate: null },
    createdAt: at,
    version: 1,
  };
}
