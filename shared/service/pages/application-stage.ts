import type { ApplicationState } from '../../incorporation/domain/application.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import { isInformationRequired } from '../../reviews/domain/information-request.ts';
import { applicationStageTexts } from '../texts/index.ts';

const say = words(applicationStageTexts);

/** What its owner has to do for an application; null: nothing. */
export type ToDo = 'sign' | 'pay' | 'rename' | 'answer';

/** All that is to be done for an application, in the order in which it is said. */
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

/** How an application stands, in a few words. */
export function applicationStage(application: ApplicationState, reader: Spoken): string {
  const said = say(reader);
  const [first, second] = toDoFor(application);
  if (second !== undefined) return said.signAndPay;
  if (first !== undefined) {
    return { sign: said.sign, pay: said.pay, rename: said.rename, answer: said.answer }[first];
  }
  switch (application.statusId) {
    case 'Approved':
      return said.approved;
    case 'Rejected':
      return said.rejected;
    default:
      return said.review;
  }
}
