import { isInformationRequired } from '../../reviews/domain/information-request.ts';
import type { ApplicationState } from './application.ts';

/** What its owner has to do for an application. */
export type ToDo = 'sign' | 'pay' | 'rename' | 'answer';

/** The status of an application for its owner: what they have to do next, or what became of it. */
export type ApplicationStage =
  | ToDo
  | 'sign_and_pay'
  | 'review'
  | 'approved'
  | 'rejected'
  | 'withdrawn';

/** Everything that its owner must do for an application, in display order. */
export function toDoFor(application: ApplicationState): readonly ToDo[] {
  const { statusId, agreement, paidAt } = application;
  if (statusId === 'Pending Review') {
    return isInformationRequired(application, true) ? ['answer'] : [];
  }
  if (statusId !== 'Draft') return [];
  if (agreement !== null && paidAt !== null) return ['rename'];
  return [
    ...(agreement === null ? (['sign'] as const) : []),
    ...(paidAt === null ? (['pay'] as const) : []),
  ];
}

/** The stage follows from the state. `rename`: it is signed and paid, and was not submitted, because the name was taken. */
export function applicationStage(application: ApplicationState): ApplicationStage {
  const [first, second] = toDoFor(application);
  if (second !== undefined) return 'sign_and_pay';
  if (first !== undefined) return first;
  switch (application.statusId) {
    case 'Approved':
      return 'approved';
    case 'Rejected':
      return application.withdrawnAt === undefined ? 'rejected' : 'withdrawn';
    default:
      return 'review';
  }
}
