import {
  applicationWrite,
  findAnyApplication,
  type StoredApplication,
} from '../db/applications.ts';
import { reviewWrites, type StoredReview } from '../db/reviews.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { decide } from '../domain/application.ts';
import { carryOut } from '../domain/review.ts';
import { auditAct } from './audit-act.ts';
import { incorporateEntity } from './incorporate-entity.ts';
import { decider } from './review-facts.ts';
import { reviewSubject } from './review-subject.ts';
import { lostRace } from './until-written.ts';

/** The review of a legal-entity application: an approval incorporates the entity (spec 3.1). */
export const applicationReview = reviewSubject<StoredApplication>('legal_entity_application', {
  find: ({ table }, id) => findAnyApplication(table, id),
  write: applicationWrite,
  dispatch: (application, now) => {
    const decision = decide(application, { type: 'dispatch' }, now);
    return decision.ok ? decision.next : null;
  },
  approve: incorporateEntity,
  reject: rejectApplication,
  mail: (applicationId, outcome) => ({ template: `application_${outcome}`, applicationId }),
});

async function rejectApplication(
  review: StoredReview,
  application: StoredApplication,
  deps: CoreDeps,
): Promise<'rejected' | typeof lostRace> {
  const at = deps.now().toISOString();
  const carried = carryOut(review, at);
  // A rejection has a reason by the type of `Verdict`.
  const reason = review.reason ?? '';
  const decision = decide(application, { type: 'reject', reason }, at);
  if (!carried.ok || !decision.ok) throw new Error(`review ${review.id} can't be carried out`);
  const outcome = await transact(deps.table, {
    application: applicationWrite(decision.next),
    ...reviewWrites(carried.next),
    ...auditAct(deps, {
      at,
      actor: decider(review),
      action: 'legal_entity_application.rejected',
      subject: review.subject,
      details: { reviewId: review.id },
    }),
  });
  return outcome.kind === 'written' ? 'rejected' : lostRace;
}
