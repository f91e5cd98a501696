import { accept, type Decision } from '../../kernel/domain/decision.ts';
import {
  decideInformation,
  type InformationCommand,
  type InformationRefusal,
  type Questioned,
} from './information-request.ts';
import type { RejectionReason } from './rejection-reasons.ts';

/** The review fields of a filing. Instants are ISO 8601 in UTC. */
export interface UnderReview extends Questioned {
  /** When the review was created; null until the dispatch has created it. */
  readonly dispatchedAt: string | null;
  /** When a workflow gave up on it; absent if none has. */
  readonly stuckAt?: string | undefined;
}

/** A filing with the fields that a decision sets. */
export interface DecidedFiling extends UnderReview {
  readonly statusId: string;
  readonly approvedAt: string | null;
  readonly rejectedAt: string | null;
  readonly rejectedReason: string | null;
  /** The kind of reason; absent if none was given. */
  readonly rejectedReasonCode?: RejectionReason | null | undefined;
  /** When its owner withdrew it, which also rejects it. Absent otherwise. */
  readonly withdrawnAt?: string | undefined;
}

/** The review fields of a filing that is not submitted. */
export const notSubmitted = {
  submittedAt: null,
  submissionId: null,
  dispatchedAt: null,
  approvedAt: null,
  rejectedAt: null,
  rejectedReason: null,
} as const;

/** The commands that every filing accepts under review, for use in its own state table. */
export const reviewSteps = {
  dispatch: ['Pending Review'],
  request_information: ['Pending Review'],
  answer_information: ['Pending Review'],
  approve: ['Approved'],
  reject: ['Rejected'],
} as const;

/** Steps before the decision, which change no status. */
export type UndecidedStep = { readonly type: 'dispatch' } | InformationCommand;

/** A reviewer's decision takes effect. */
export type DecisionStep =
  | { readonly type: 'approve' }
  | {
      readonly type: 'reject';
      readonly reason: string;
      readonly reasonCode?: RejectionReason | null | undefined;
    };

/** The rejection reason of a withdrawn filing, shown to API clients and reviewers. */
export const withdrawalReason = 'Withdrawn by the applicant';

/** The filing after its owner withdrew it, if its state table allows that. */
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

/** The filing after a step that its state table allows. `filing` already includes the other changes of an approval. */
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
