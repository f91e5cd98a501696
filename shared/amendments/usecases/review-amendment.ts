import { rejectReviewed } from '../../reviews/usecases/reject-reviewed.ts';
import { reviewSubject } from '../../reviews/usecases/review-subject.ts';
import { decide } from '../amendment.ts';
import {
  amendmentWrite,
  closeAmendmentWrite,
  findAnyAmendment,
  type StoredAmendment,
} from '../amendments.ts';
import { approveAmendment } from './approve-amendment.ts';

/** The review of an amendment: an approval changes the legal entity (spec 3.2). */
export const amendmentReview = reviewSubject<StoredAmendment>('amendment', {
  find: ({ table }, id) => findAnyAmendment(table, id),
  write: amendmentWrite,
  dispatch: (amendment, now) => {
    const decision = decide(amendment, { type: 'dispatch' }, now);
    return decision.ok ? decision.next : null;
  },
  approve: approveAmendment,
  reject: (review, amendment, deps) =>
    rejectReviewed(
      review,
      {
        decide: (reason, at) => decide(amendment, { type: 'reject', reason }, at),
        writes: (next, at) => ({
          amendment: amendmentWrite({ ...next, updatedAt: at }),
          open: closeAmendmentWrite(amendment),
        }),
        details: { legalEntityId: amendment.entityId },
      },
      deps,
    ),
  mail: (filingId, outcome) => ({ template: `amendment_${outcome}`, filingId }),
});
