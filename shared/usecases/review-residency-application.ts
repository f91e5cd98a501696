import {
  findResidencyApplication,
  residencyApplicationWrite,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { decide } from '../domain/residency-application.ts';
import { admitResident } from './admit-resident.ts';
import { rejectReviewed } from './reject-reviewed.ts';
import { reviewSubject } from './review-subject.ts';

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
    reject: (review, application, deps) =>
      rejectReviewed(
        review,
        {
          decide: (reason, at) => decide(application, { type: 'reject', reason }, at),
          writes: (next) => ({ application: residencyApplicationWrite(next) }),
        },
        deps,
      ),
    mail: (applicationId, outcome) => ({ template: `residency_${outcome}`, applicationId }),
  },
);
