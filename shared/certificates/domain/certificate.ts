import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import {
  type InformationRefusal,
  isInformationRequired,
} from '../../reviews/domain/information-request.ts';
import type { RejectionReason } from '../../reviews/domain/rejection-reasons.ts';
import {
  type DecisionStep,
  decideUndecidedStep,
  reviewSteps,
  type UndecidedStep,
  type UnderReview,
} from '../../reviews/domain/review-steps.ts';

/**
 * Statuses of a request for a Certificate of Good Standing (spec 3.3). Issued, Rejected and Cancelled are final. Draft
 * is part of the contract only: requests are created with an invoice here.
 */
export const certificateStatuses = [
  'Draft',
  'Pending Payment',
  'Pending Review',
  'Approved',
  'Issued',
  'Rejected',
  'Cancelled',
] as const;
export type CertificateStatus = (typeof certificateStatuses)[number];

/** Why a paid request needs a review. */
export const referralReasons = ['contested', 'tax_unresolved', 'not_in_good_standing'] as const;
export type ReferralReason = (typeof referralReasons)[number];

/** The fields of a request that its rules use. Instants are ISO 8601 in UTC. */
export interface CertificateState extends UnderReview {
  readonly statusId: CertificateStatus;
  readonly contested: boolean;
  readonly paidAt: string | null;
  /** Why it was last referred to the reviewers; null if it never was. */
  readonly referredFor: ReferralReason | null;
  /** The event that requested its current or last review. */
  readonly submissionId: string | null;
  readonly reviewedAt: string | null;
  readonly issuedAt: string | null;
  readonly rejectionReason: string | null;
  readonly rejectedReasonCode?: RejectionReason | null | undefined;
  readonly documentId: string | null;
  readonly verificationCode: string | null;
  readonly updatedAt: string;
}

/** What can be done to a request. */
export type CertificateCommand =
  | { readonly type: 'pay' }
  /** Approved by the tax check (`reviewed` false) or by a reviewer. */
  | { readonly type: 'approve'; readonly reviewed: boolean }
  | { readonly type: 'refer'; readonly reason: ReferralReason; readonly submissionId: string }
  | { readonly type: 'issue'; readonly documentId: string; readonly verificationCode: string }
  | Extract<DecisionStep, { readonly type: 'reject' }>
  | { readonly type: 'cancel' }
  | UndecidedStep;

export type CertificateRefusal =
  | 'already_paid'
  | 'not_paid'
  | 'not_open'
  | 'not_accepted'
  | InformationRefusal;

/** The transitions of a request; all other pairs are refused. */
export const certificateTransitions: Readonly<
  Record<
    Exclude<CertificateStatus, 'Draft'>,
    Partial<Record<CertificateCommand['type'], readonly CertificateStatus[]>>
  >
> = {
  'Pending Payment': {
    pay: ['Pending Payment'],
    approve: ['Approved'],
    refer: ['Pending Review'],
    cancel: ['Cancelled'],
  },
  'Pending Review': {
    ...reviewSteps,
    cancel: ['Cancelled'],
  },
  Approved: { refer: ['Pending Review'], issue: ['Issued'], cancel: ['Cancelled'] },
  Issued: {},
  Rejected: {},
  Cancelled: {},
};

/**
 * The request after a command (spec 3.3). A payment changes no status; the workflow after it approves the request or
 * refers it to the reviewers.
 */
export function decideCertificate<C extends CertificateState>(
  request: C,
  command: CertificateCommand,
  now: string,
): Decision<C, CertificateRefusal> {
  const [statusId] =
    request.statusId === 'Draft'
      ? []
      : (nextState(certificateTransitions, request.statusId, command.type) ?? []);
  if (statusId === undefined) return refuse(notAccepted(request, command));
  const next = { ...request, statusId, updatedAt: now };
  const unpaid = request.paidAt === null;
  switch (command.type) {
    case 'pay':
      return unpaid ? accept({ ...next, paidAt: now }) : refuse('already_paid');
    case 'approve':
      if (unpaid) return refuse('not_paid');
      return accept({ ...next, reviewedAt: command.reviewed ? now : request.reviewedAt });
    case 'refer': {
      if (unpaid) return refuse('not_paid');
      const { reason, submissionId } = command;
      // Questions of an earlier review stay in that review.
      const anew = { dispatchedAt: null, informationRequest: undefined };
      return accept({ ...next, referredFor: reason, submissionId, ...anew });
    }
    case 'issue': {
      const { documentId, verificationCode } = command;
      return accept({ ...next, issuedAt: now, documentId, verificationCode });
    }
    case 'reject': {
      const { reason: rejectionReason, reasonCode } = command;
      const code = reasonCode && { rejectedReasonCode: reasonCode };
      return accept({ ...next, reviewedAt: now, rejectionReason, ...code });
    }
    case 'cancel':
      return accept(next);
    default:
      return decideUndecidedStep(next, command, now);
  }
}

function notAccepted(
  { paidAt, statusId }: CertificateState,
  { type }: CertificateCommand,
): CertificateRefusal {
  if (type === 'pay' && paidAt !== null) return 'already_paid';
  return isOpenCertificateStatus(statusId) ? 'not_accepted' : 'not_open';
}

/** Whether the request is open. */
export function isOpenCertificateStatus(statusId: CertificateStatus): boolean {
  return statusId !== 'Issued' && statusId !== 'Rejected' && statusId !== 'Cancelled';
}

/** Whether representatives can still cancel it. A paid request without a review is issued within minutes. */
export function isCancellable({
  statusId,
  paidAt,
}: Pick<CertificateState, 'statusId' | 'paidAt'>): boolean {
  return statusId === 'Pending Review' || (statusId === 'Pending Payment' && paidAt === null);
}

/** Whether another request returns this one instead of creating a new one (spec 4.16). */
export function isReused(statusId: CertificateStatus): boolean {
  return statusId === 'Issued' || isOpenCertificateStatus(statusId);
}

/** The status of a request for the entity's representatives: the next step, or the outcome. */
const certificateStages = [
  'pay',
  'issuing',
  'answer',
  'review',
  'issued',
  'rejected',
  'cancelled',
] as const;
export type CertificateStage = (typeof certificateStages)[number];

/** The stage, derived from the state. `issuing`: it is paid, and nobody needs to act. */
export function certificateStage(request: CertificateState): CertificateStage {
  switch (request.statusId) {
    case 'Draft':
    case 'Pending Payment':
      return request.paidAt === null ? 'pay' : 'issuing';
    case 'Approved':
      return 'issuing';
    case 'Pending Review':
      return isInformationRequired(request, true) ? 'answer' : 'review';
    case 'Issued':
      return 'issued';
    case 'Rejected':
      return 'rejected';
    case 'Cancelled':
      return 'cancelled';
  }
}
