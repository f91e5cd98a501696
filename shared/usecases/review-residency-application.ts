import {
  findResidencyApplication,
  residencyApplicationWrite,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { reviewWrites, type StoredReview } from '../db/reviews.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { decide } from '../domain/residency-application.ts';
import { carryOut } from '../domain/review.ts';
import { admitResident } from './admit-resident.ts';
import { auditAct } from './audit-act.ts';
import { decider } from './review-facts.ts';
import { reviewSubject } from './review-subject.ts';
import { lostRace } from './until-written.ts';

/** The review of a residency application: an approval makes its applicant a resident (spec 3.4). */
export const residencyApplicationReview = reviewSubject<StoredResidencyApplication>(
  'residency_application',
  {
    find: ({ table }, id) => findResidencyApplication(table, id),
    write: residencyApplicationWrite,
    dispatch: (application, now) => {
      const decision = decide(application, { type: 'dispatch' }, now);
      return decision.ok ? decision.next : null;
    },
    approve: admitResident,
    reject: rejectResidency,
    mail: (applicationId, outcome) => ({ template: `residency_${outcome}`, applicationId }),
  },
);

async function rejectResidency(
  review: StoredReview,
  application: StoredResidencyApplication,
  deps: CoreDeps,
): Promise<'rejected' | typeof lostRace> {
  const at = deps.now().toISOString();
  const carried = carryOut(review, at);
  // A rejection has a reason by the type of `Verdict`.
  const reason = review.reason ?? '';
  const decision = decide(application, { type: 'reject', reason }, at);
  if (!carried.ok || !decision.ok) throw new Error(`review ${review.id} can't be carried out`);
  const outcome = await transact(deps.table, {
    application: residencyApplicationWrite(decision.next),
    ...reviewWrites(carried.next),
    ...auditAct(deps, {
      at,
      actor: decider(review),
      action: 'residency_application.rejected',
      subject: review.subject,
      details: { reviewId: review.id },
    }),
  });
  return outcome.kind === 'written' ? 'rejected' : lostRace;
}
