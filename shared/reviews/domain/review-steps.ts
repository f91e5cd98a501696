import { accept, type Decision } from '../../kernel/domain/decision.ts';
import {
  decideInformation,
  type InformationCommand,
  type InformationRefusal,
  type Questioned,
} from './information-request.ts';
import type { RejectionReason } from './rejection-reasons.ts';

/** The part of a filing that its review looks at. Instants are ISO 8601 in UTC. */
export interface UnderReview extends Questioned {
  /** When the review task was there; null while the dispatch is on its way. */
  readonly dispatchedAt: string | null;
  /** Since when a workflow has given up on it; absent while all goes well. */
  readonly stuckAt?: string | undefined;
}

/** The effect of a decision on a filing. */
export interface DecidedFiling extends UnderReview {
  readonly statusId: string;
  readonly approvedAt: string | null;
  readonly rejectedAt: string | null;
  readonly rejectedReason: string | null;
  /** The kind of reason; absent if none was given. */
  readonly rejectedReasonCode?: RejectionReason | null | undefined;
  /** When its owner withdrew it: then no reviewer rejected it. Absent otherwise. */
  readonly withdrawnAt?: string | undefined;
}

/** The review's data on a filing that was not submitted. */
export const notSubmitted = {
  submittedAt: null,
  submissionId: null,
  dispatchedAt: null,
  approvedAt: null,
  rejectedAt: null,
  rejectedReason: null,
} as const;

/** What every filing takes while it is under review, as a part of its own table of states. */
export const reviewSteps = {
  dispatch: ['Pending Review'],
  request_information: ['Pending Review'],
  answer_information: ['Pending Review'],
  approve: ['Approved'],
  reject: ['Rejected'],
} as const;

/** What happens before the decision, and changes no status. */
export type UndecidedStep = { readonly type: 'dispatch' } | InformationCommand;

/** A reviewer's decision takes effect. */
export type DecisionStep =
  | { readonly type: 'approve' }
  | {
      readonly type: 'reject';
      readonly reason: string;
      readonly reasonCode?: RejectionReason | null | undefined;
    };

/** The reason of a rejection that no reviewer made, for callers of the API and for reviewers. */
export const withdrawalReason = 'Withdrawn by the applicant';

/** The filing after its owner withdrew it, if its table of states allows that. */
export function withdrawnFiling<Filing extends DecidedFiling>(filing: Filing, now: string): Filing {
  const [statusId] = reviewSteps.reject;
  const rejectedReason = withdrawalReason;
  return { ...filing, statusId, rejectedAt: now, rejectedReason, withdrawnAt: now };
}

/** The filing after a step before the decision. A second dispatch changes nothing. */
export function decideUndecidedStep<Filing extends UnderReview>(
  filing: Filing,
  step: UndecidedStep,
  now: string,
): Decision<Filing, InformationRefusal> {
  if (step.type !== 'dispatch') return decideInformation(filing, step, now);
  return accept({ ...filing, dispatchedAt: filing.dispatchedAt ?? now });
}

/**
 * The filing after a step that its table of states allows. `filing` already has the other changes of an
 * approval.
 */
export function decideReviewStep<Filing extends DecidedFiling>(
  filing: Filing,
  step: UndecidedStep | DecisionStep,
  now: string,
): Decision<Filing, InformationRefusal> {
  switch (step.type) {
    case 'approve': {
      const [statusId] = reviewSteps.approve;
      return accept({ ...filing, statusId, approvedAt: now });
    }
    case 'reject': {
      const [statusId] = reviewSteps.reject;
      const { reason: rejectedReason, reasonCode } = step;
      const code = reasonCode && { rejectedReasonCode: reasonCode };
      return accept({ ...filing, statusId, rejectedAt: now, rejectedReason, ...code });
    }
    default:
      return decideUndecidedStep(filing, step, now);
  }
}

/** The state of the objections to a filing, derived from the filing alone. */
export const objectionStatuses = ['open', 'answered', 'closed'] as const;
export type ObjectionStatus = (typeof objectionStatuses)[number];
