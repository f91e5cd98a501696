import { isInformationRequired } from '../../reviews/domain/information-request.ts';
import { type AmendmentState, nextStepsOfAmendment } from './amendment.ts';

/** The status of an amendment for those who represent its entity: what they have to do next, or what became of it. */
const amendmentStages = [
  'propose',
  'sign',
  'pay',
  'submit',
  'answer',
  'review',
  'approved',
  'rejected',
  'withdrawn',
  'annulled',
] as const;
export type AmendmentStage = (typeof amendmentStages)[number];

/** The stage follows from the state. `submit`: it is signed and paid, and was not submitted, because the name was taken. */
export function amendmentStage(
  filing: AmendmentState & { readonly annulment?: object | undefined },
): AmendmentStage {
  if (filing.annulment !== undefined) return 'annulled';
  if (filing.statusId === 'Approved') return 'approved';
  if (filing.statusId === 'Rejected') return filing.withdrawnAt ? 'withdrawn' : 'rejected';
  if (filing.statusId === 'Pending Review') {
    return isInformationRequired(filing, filing.verdict === undefined) ? 'answer' : 'review';
  }
  const steps = nextStepsOfAmendment(filing);
  if (steps.changesRequired) return 'propose';
  if (steps.signatureRequired) return 'sign';
  return steps.paymentRequired ? 'pay' : 'submit';
}
