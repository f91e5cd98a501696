import {
  amendmentWrite,
  closeAmendmentWrite,
  findAnyAmendment,
  type StoredAmendment,
} from '../db/amendments.ts';
import { reviewWrites, type StoredReview } from '../db/reviews.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { decide } from '../domain/amendment.ts';
import { carryOut } from '../domain/review.ts';
import { approveAmendment } from './approve-amendment.ts';
import { auditAct } from './audit-act.ts';
import { decider } from './review-facts.ts';
import { reviewSubject } from './review-subject.ts';
import { lostRace } from './until-written.ts';

/** The review of an amendment: an approval changes the legal entity (spec 3.2). */
export const amendmentReview = reviewSubject<StoredAmendment>('amendment', {
  find: ({ table }, id) => findAnyAmendment(table, id),
  write: amendmentWrite,
  dispatch: (amendment, now) => {
    const decision = decide(amendment, { type: 'dispatch' }, now);
    return decision.ok ? decision.next : null;
  },
  approve: approveAmendment,
  reject: rejectAmendment,
  mail: (filingId, outcome) => ({ template: `amendment_${outcome}`, filingId }),
});

async function rejectAmendment(
  review: StoredReview,
  amendment: StoredAmendment,
  deps: CoreDeps,
): Promise<'rejected' | typeof lostRace> {
  const at = deps.now().toISOString();
  const carried = carryOut(review, at);
  // A rejection has a reason by the type of `Verdict`.
  const reason = review.reason ?? '';
  const decision = decide(amendment, { type: 'reject', reason }, at);
  if (!carried.ok || !decision.ok) throw new Error(`review ${review.id} can't be carried out`);
  const outcome = await transact(deps.table, {
    amendment: amendmentWrite({ ...decision.next, updatedAt: at }),
    ...reviewWrites(carried.next),
    open: closeAmendmentWrite(amendment),
    ...auditAct(deps, {
      at,
      actor: decider(review),
      action: 'amendment.rejected',
      subject: review.subject,
      details: { reviewId: review.id, legalEntityId: amendment.entityId },
    }),
  });
  return outcome.kind === 'written' ? 'rejected' : lostRace;
}
