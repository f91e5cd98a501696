import { accept, type Decision, isFinal, nextState, refuse } from '../../kernel/domain/decision.ts';
import type { ShownWords } from '../../kernel/domain/locale.ts';
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

/** Who signed the current proposed changes. */
export interface AmendmentSignature {
  readonly personId: string;
  readonly signerName: string;
  readonly signedAt: string;
  /** Absent if the form did not say. */
  readonly shown?: ShownWords | undefined;
}

/** A reviewer's decision, before and after a workflow carries it out. */
interface AmendmentVerdict {
  readonly decision: 'approve' | 'reject';
  /** To those who objected; null if nobody did, or for a rejection whose reason is enough. */
  readonly answer: string | null;
  readonly decidedAt: string;
}

/** The part of a filing that its rules use. Instants are ISO 8601 in UTC. */
export interface AmendmentState extends DecidedFiling {
  readonly statusId: AmendmentStatus;
  readonly proposedChanges: ProposedChanges;
  readonly signature: AmendmentSignature | null;
  /** When a change voided the last signature; absent: none was voided, or it was signed again. */
  readonly signatureVoidedAt?: string | undefined;
  readonly paidAt: string | null;
  readonly submittedAt: string | null;
  /** How many representatives have objected: one objection each. Absent: none. */
  readonly objections?: number | undefined;
  /** Absent before a reviewer has decided, and again when the decision could not be carried out. */
  readonly verdict?: AmendmentVerdict | undefined;
}

/** What can be done to a filing. `nameFree`: no other entity has the resulting name now. */
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
  /** A reviewer decides; `seen` is how many objections they were shown. */
  | {
      readonly type: 'note_verdict';
      readonly decision: 'approve' | 'reject';
      readonly answer: string | null;
      readonly seen: number | null;
    }
  /** A representative ends it. Money that was paid stays paid. */
  | { readonly type: 'withdraw' }
  /** The decision could not be carried out: a reviewer decides again. */
  | { readonly type: 'return' }
  | UndecidedStep
  /** A rejection before the submission is an operator’s. */
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

/**
 * Every status with the commands it accepts; all other pairs are refused. A list ends with
 * where what is complete goes.
 */
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
 * The proposals can change until the filing is invoiced; a change voids the signature. A payment submits the
 * filing if the name is free then. If it is not, the payment still counts, and the filing waits for
 * `submit`. A second submission changes nothing.
 *
 * Representatives can object until a reviewer has decided. An objection changes nothing by itself; an approval
 * must answer exactly those that there are.
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

/** Other proposals: a signature of the previous ones is void. */
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
    // One has come since the reviewer looked: the answer can't be meant for it.
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

/** Whether the filing is not final yet; an entity has at most one such. */
export function isOpenAmendment({ statusId }: Pick<AmendmentState, 'statusId'>): boolean {
  return !isFinal(amendmentTransitions, statusId);
}

/** What may still become of an objection: `open` until a reviewer has answered, `closed` with the filing (spec 3.2). */
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

/** The status of an amendment for those who represent its entity: what they must do next, or what became of it. */
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
