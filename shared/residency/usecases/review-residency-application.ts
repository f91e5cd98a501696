import { lostRace } from '../../kernel/usecases/until-written.ts';
import { rejectReviewed } from '../../reviews/usecases/reject-reviewed.ts';
import { reviewSubject } from '../../reviews/usecases/review-subject.ts';
import {
  findResidencyApplication,
  residencyApplicationWrite,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { decide } from '../domain/residency-application.ts';
import { admitResident } from './admit-resident.ts';

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
    approve: async (review, application, deps) =>
      wasWithdrawn(application) ? lostRace : admitResident(review, application, deps),
    reject: async (review, application, deps) => {
      if (wasWithdrawn(application)) return lostRace;
      return rejectReviewed(
        review,
        {
          decide: (reason, at) => decide(application, { type: 'reject', reason }, at),
          writes: (next) => ({ application: residencyApplicationWrite(next) }),
        },
        deps,
      );
    },
    mail: (applicationId, outcome) => ({ template: `residency_${outcome}`, applicationId }),
  },
);

/** An objection has closed the review, too, since it was read: whoever reads it again sees that. */
function wasWithdrawn({ objectedAt }: StoredResidencyApplication): boolean {
  return objectedAt !== undefined;
}
