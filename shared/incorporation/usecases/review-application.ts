import { rejectReviewed } from '../../reviews/usecases/reject-reviewed.ts';
import { reviewSubject } from '../../reviews/usecases/review-subject.ts';
import { decide } from '../application.ts';
import { applicationWrite, findAnyApplication, type StoredApplication } from '../applications.ts';
import { incorporateEntity } from './incorporate-entity.ts';

/** The review of a legal-entity application: an approval incorporates the entity (spec 3.1). */
export const applicationReview = reviewSubject<StoredApplication>('legal_entity_application', {
  find: ({ table }, id) => findAnyApplication(table, id),
  write: applicationWrite,
  dispatch: (application, now) => {
    const decision = decide(application, { type: 'dispatch' }, now);
    return decision.ok ? decision.next : null;
  },
  approve: incorporateEntity,
  reject: (review, application, deps) =>
    rejectReviewed(
      review,
      {
        decide: (reason, at) => decide(application, { type: 'reject', reason }, at),
        writes: (next) => ({ application: applicationWrite(next) }),
      },
      deps,
    ),
  mail: (applicationId, outcome) => ({ template: `application_${outcome}`, applicationId }),
});
