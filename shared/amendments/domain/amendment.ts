import { accept, type Decision, isFinal, nextState, refuse } from '../../kernel/domain/decision.ts';
import type { ShownText } from '../../kernel/domain/locale.ts';
import {
  type InformationRefusal,
  isInformationRequired,
} from '../../reviews/domain/information-request.ts';
import {
  type DecidedFiling,
  type DecisionStep,
  decideReviewStep,
  type ObjectionStatus,
  reviewSteps,
  type UndecidedStep,
  withdrawnFiling,
} from '../../reviews/domain/review-steps.ts';
import { hasChanges, type ProposedChanges, revisedChanges } from './proposed-changes.ts';

/** Statuses of an amendment filing (spec 3.2). Approved and Rejected are final. */
export const amendmentStatuses = [
  'Draft',
  'Pending Payment',
  'Pending Review',
  'Approved',
  'Rejected',
] as const;
export type AmendmentStatus = (typeof amendmentStatuses)[number];

/** The signer of the current proposed changes. */
interface AmendmentSignature {
  readonly personId: string;
  readonly signerName: string;
  readonly signedAt: string;
  /** What the page showed the signer; absent if the form did not include it. */
  readonly shown?: ShownText | undefined;
}

/** A reviewer's decision, before and after a workflow carries it out. */
interface AmendmentVerdict {
  readonly decision: 'approve' | 'reject';
  /** The answer to people who objected; null if nobody did, or if the reason of the rejection is the answer. */
  readonly answer: string | null;
  readonly decidedAt: string;
}

/** The fields of a filing that its rules use. Instants are ISO 8601 in UTC. */
export interface AmendmentState extends DecidedFiling {
  readonly statusId: AmendmentStatus;
  readonly proposedChanges: ProposedChanges;
  readonly signature: AmendmentSignature | null;
  /** When a change voided the last signature; absent if none was voided or it was signed again. */
  readonly signatureVoidedAt?: string | undefined;
  readonly paidAt: string | null;
  readonly submittedAt: string | null;
  /** The number of representatives who objected, each once; absent if none. */
  readonly objections?: number | undefined;
  /** Absent before a reviewer has decided, and after a decision that could not be carried out. */
  readonly verdict?: AmendmentVerdict | undefined;
}

/** The commands of a filing. `nameFree`: whether the resulting name is available to the entity. */
export type AmendmentCommand =
  | { readonly type: 'propose'; readonly changes: ProposedChanges }
  | { readonly type: 'revise'; readonly changes: Partial<ProposedChanges> }
  | {
      readonly type: 'sign';
      readonly signature: AmendmentSignature;
      readonly nameFree: boolean;
    }
  | { readonly type: 'invoice' }
  | { readonly type: 'pay'; readonly nameFree: boolean }
  | { readonly type: 'submit'; readonly nameFree: boolean }
  /** A representative objects. */
  | { readonly type: 'object' }
  /** A reviewer decides. `seen` is the number of objections they were shown. */
  | {
      readonly type: 'note_verdict';
      readonly decision: 'approve' | 'reject';
      readonly answer: string | null;
      readonly seen: number | null;
    }
  /** A representative withdraws it. Payments are not refunded. */
  | { readonly type: 'withdraw' }
  /** The decision could not be carried out, so a reviewer must decide again. */
  | { readonly type: 'return' }
  | UndecidedStep
  /** Before the submission, only an operator rejects. */
  | DecisionStep;

export type AmendmentRefusal =
  | InformationRefusal
  | 'locked'
  | 'no_changes'
  | 'already_signed'
  | 'not_signed'
  | 'not_invoiced'
  | 'already_paid'
  | 'not_paid'
  | 'name_taken'
  | 'decided'
  | 'not_pending_review'
  | 'objections_unanswered'
  | 'objections_changed';

/** The transitions of a filing; all other pairs are refused. The last status of a list is that of a complete filing. */
export const amendmentTransitions: Readonly<
  Record<AmendmentStatus, Partial<Record<AmendmentCommand['type'], readonly AmendmentStatus[]>>>
> = {
  Draft: {
    propose: ['Draft'],
    revise: ['Draft'],
    sign: ['Draft'],
    invoice: ['Pending Payment'],
    object: ['Draft'],
    withdraw: ['Rejected'],
  },
  'Pending Payment': {
    pay: ['Pending Payment', 'Pending Review'],
    submit: ['Pending Review'],
    object: ['Pending Payment'],
    reject: ['Rejected'],
    withdraw: ['Rejected'],
  },
  'Pending Review': {
    submit: ['Pending Review'],
    ...reviewSteps,
    object: ['Pending Review'],
    note_verdict: ['Pending Review'],
    withdraw: ['Rejected'],
    return: ['Pending Review'],
  },
  Approved: {},
  Rejected: {},
};

/**
 * The filing after a command (spec 3.2).
 *
 * The proposals can change until the filing is invoiced; a change voids the signature. A payment submits the filing if
 * the name is available. Otherwise the payment is still recorded, and the filing waits for `submit`. A second
 * submission changes nothing.
 *
 * Representatives can object until a reviewer has decided. An objection does not stop the filing, but an approval must
 * answer exactly the current objections.
 */
export function decideAmendment<A extends AmendmentState>(
  filing: A,
  command: AmendmentCommand,
  now: string,
): Decision<A, AmendmentRefusal> {
  const [statusId, submittedAs = statusId] =
    nextState(amendmentTransitions, filing.statusId, command.type) ?? [];
  if (statusId === undefined || submittedAs === undefined) {
    return refuse(notAccepted(filing, command));
  }
  const submitted = { statusId: submittedAs, submittedAt: now };
  switch (command.type) {
    case 'propose':
      return accept(proposing(filing, command.changes, now));
    case 'revise': {
      const { next, changed } = revisedChanges(filing.proposedChanges, command.changes);
      return accept(changed ? proposing(filing, next, now) : filing);
    }
    case 'sign':
      if (filing.signature !== null) return refuse('already_signed');
      if (!hasChanges(filing.proposedChanges)) return refuse('no_changes');
      if (!command.nameFree) return refuse('name_taken');
      return accept({ ...filing, signature: command.signature, signatureVoidedAt: undefined });
    case 'invoice':
      if (filing.signature === null) return refuse('not_signed');
      return accept({ ...filing, statusId });
    case 'pay':
      if (filing.paidAt !== null) return refuse('already_paid');
      return accept({ ...filing, paidAt: now, ...(command.nameFree && submitted) });
    case 'submit':
      if (filing.submittedAt !== null) return accept(filing);
      if (filing.paidAt === null) return refuse('not_paid');
      if (!command.nameFree) return refuse('name_taken');
      return accept({ ...filing, ...submitted });
    case 'withdraw':
      if (filing.verdict !== undefined) return refuse('decided');
      return accept(withdrawnFiling(filing, now));
    case 'object':
      if (filing.verdict !== undefined) return refuse('decided');
      return accept({ ...filing, objections: (filing.objections ?? 0) + 1 });
    case 'note_verdict':
      return noteVerdict(filing, command, now);
    case 'return':
      return accept({ ...filing, verdict: undefined });
    default:
      return decideReviewStep(filing, command, now);
  }
}

/** Changes the proposals, which voids the signature. */
function proposing<A extends AmendmentState>(
  filing: A,
  proposedChanges: ProposedChanges,
  now: string,
): A {
  const signatureVoidedAt = filing.signature === null ? filing.signatureVoidedAt : now;
  return { ...filing, proposedChanges, signature: null, signatureVoidedAt };
}

function noteVerdict<A extends AmendmentState>(
  filing: A,
  { decision, answer, seen }: Extract<AmendmentCommand, { readonly type: 'note_verdict' }>,
  decidedAt: string,
): Decision<A, AmendmentRefusal> {
  const { objections = 0 } = filing;
  if (decision === 'approve' && objections > 0) {
    // The reviewer has not seen the latest objection, so the answer can't be for it.
    if (seen !== null && seen !== objections) return refuse('objections_changed');
    if (answer === null || seen === null) return refuse('objections_unanswered');
  }
  const verdict = { decision, answer: objections > 0 ? answer : null, decidedAt };
  return accept({ ...filing, verdict });
}

function notAccepted(
  { statusId, signature }: AmendmentState,
  { type }: AmendmentCommand,
): AmendmentRefusal {
  switch (type) {
    case 'propose':
    case 'revise':
    case 'sign':
    case 'invoice':
      return 'locked';
    case 'pay':
      if (statusId !== 'Draft') return 'already_paid';
      return signature === null ? 'not_signed' : 'not_invoiced';
    case 'submit':
      if (statusId !== 'Draft') return 'decided';
      return signature === null ? 'not_signed' : 'not_paid';
    case 'object':
    case 'withdraw':
      return 'decided';
    default:
      return 'not_pending_review';
  }
}

/** Whether the filing is open; an entity has at most one open filing. */
export function isOpenAmendment({ statusId }: Pick<AmendmentState, 'statusId'>): boolean {
  return !isFinal(amendmentTransitions, statusId);
}

/** The status of an objection: `open` until a reviewer has answered, `closed` with the filing (spec 3.2). */
export function objectionStatus(
  filing: Pick<AmendmentState, 'statusId' | 'verdict'>,
): ObjectionStatus {
  if (!isOpenAmendment(filing)) return 'closed';
  return filing.verdict === undefined ? 'open' : 'answered';
}

/** The remaining steps (spec 2.7). */
export function nextStepsOfAmendment(filing: AmendmentState) {
  const { statusId, proposedChanges, signature, paidAt, dispatchedAt } = filing;
  const draft = statusId === 'Draft';
  const changed = hasChanges(proposedChanges);
  return {
    changesRequired: draft && !changed,
    signatureRequired: draft && changed && signature === null,
    paymentRequired: (draft || statusId === 'Pending Payment') && paidAt === null,
    reviewDispatchPending: statusId === 'Pending Review' && dispatchedAt === null,
    submitReady: statusId === 'Pending Payment' && signature !== null && paidAt !== null,
  };
}

/** The status of an amendment for its entity's representatives: the next step, or the outcome. */
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

/** The stage, derived from the state. `submit`: signed and paid, but not submitted because the name was taken. */
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
