import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import type { Product } from '../../kernel/domain/product.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import {
  decideInformation,
  type InformationCommand,
  type InformationRefusal,
  type Questioned,
} from './information-request.ts';
import { type RejectionReason, reasonsFor } from './rejection-reasons.ts';

export const reviewStatuses = ['pending', 'approved', 'rejected'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/**
 * A reviewer's task for one submission.
 *
 * If two approvals are required, the first one (`approve_first`) leaves the review pending, with `firstApproval`. Any
 * change of the case cancels the first approval: a question, an answer, a return, or a `change` such as an objection.
 * It also becomes void if its author may no longer approve; the next approval is then the first.
 *
 * A decision (pending -> approved or rejected) is carried out by a workflow. If that is not possible, the decision is
 * returned: approved -> pending, with `returnedReason`. If the subject is withdrawn before the decision has taken
 * effect, the review is rejected immediately, even if it was approved. A decision that was carried out is final.
 */
export interface ReviewState extends Questioned {
  readonly id: string;
  readonly subject: { readonly type: Product; readonly id: string };
  readonly status: ReviewStatus;
  readonly reason: string | null;
  /** Absent if no kind of reason was given. */
  readonly reasonCode?: RejectionReason | null | undefined;
  readonly returnedReason: string | null;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  readonly decidedBy: Actor | null;
  /** When the decision took effect on the subject; null before. */
  readonly carriedOutAt: string | null;
  /** The assignee and time of the assignment; absent if unassigned, and after the decision. */
  readonly claim?: { readonly by: Actor; readonly at: string } | undefined;
  /** The first approver, if two are required. Absent before the first approval, and if one is enough. */
  readonly firstApproval?: { readonly by: Actor; readonly at: string } | undefined;
  /**
   * Ids of people with a permit who may be the applicant. The approval states why another permit is issued. Absent if
   * there were none.
   */
  readonly comparedPeople?: readonly string[] | undefined;
  /** The subject was withdrawn before a decision, so no reviewer made this one. */
  readonly withdrawn?: boolean | undefined;
}

export function newReview(
  id: string,
  subject: ReviewState['subject'],
  createdAt: string,
): ReviewState {
  const undecided = { reason: null, returnedReason: null, decidedAt: null, decidedBy: null };
  return { id, subject, status: 'pending', createdAt, carriedOutAt: null, ...undecided };
}

export type ReviewCommand =
  | 'approve'
  | 'approve_first'
  | 'reject'
  | 'return'
  | 'withdraw'
  | 'claim'
  | 'release'
  | 'change'
  | InformationCommand['type'];

/** Every status with the commands it accepts; all other pairs are refused. */
export const reviewTransitions: Readonly<
  Record<ReviewStatus, Partial<Record<ReviewCommand, ReviewStatus>>>
> = {
  pending: {
    approve: 'approved',
    approve_first: 'pending',
    reject: 'rejected',
    withdraw: 'rejected',
    claim: 'pending',
    release: 'pending',
    change: 'pending',
    request_information: 'pending',
    answer_information: 'pending',
  },
  approved: { return: 'pending', withdraw: 'rejected' },
  rejected: {},
};

export type Verdict = (
  | { readonly decision: 'approve'; readonly reason: string | null }
  | {
      readonly decision: 'reject';
      readonly reason: string;
      /** The kind of rejection; must be one of the case's type. */
      readonly reasonCode?: RejectionReason | null;
    }
) & {
  /** The reply to people who objected to the filing. */
  readonly answer?: string | null;
  /** How many objections the reviewer was shown. */
  readonly objections?: number | null;
  /** Why the reviewer issues a permit number to an applicant who may already have one. */
  readonly samePersonReason?: string | null;
};

/** Why a decision is refused. `other_reasons`: the kind of reason does not exist for this type of case. */
export type VerdictRefusal =
  | 'not_pending'
  | 'other_reasons'
  | 'no_person'
  | 'same_person'
  | 'not_senior';

/** How many people must approve, and whether the current reviewer may be the second. */
export interface ApprovalRule {
  readonly required: 1 | 2;
  readonly isSenior: boolean;
}

/**
 * The review after a reviewer's decision. The first decision is final, even if the review is assigned to someone else.
 * If two approvals are required, the first leaves it pending, and the second must come from another person, a senior
 * reviewer. One rejection is enough.
 */
export function decidedReview<R extends ReviewState>(
  review: R,
  verdict: Verdict,
  decidedBy: Actor,
  now: string,
  { required, isSenior }: ApprovalRule = { required: 1, isSenior: false },
): Decision<R, VerdictRefusal> {
  const { decision, reason } = verdict;
  const status = nextState(reviewTransitions, review.status, decision);
  if (status === undefined) return refuse('not_pending');
  if (decision === 'approve' && required === 2) {
    const first = review.firstApproval;
    // An IAM principal may belong to one of the two approvers.
    if (decidedBy.personId === null) return refuse('no_person');
    if (first === undefined) {
      const firstApproval = { by: decidedBy, at: now };
      return accept({ ...review, firstApproval, returnedReason: null, claim: undefined });
    }
    if (first.by.personId === decidedBy.personId) return refuse('same_person');
    if (!isSenior) return refuse('not_senior');
  }
  const code = verdict.decision === 'reject' ? verdict.reasonCode : null;
  if (code && !reasonsFor[review.subject.type].includes(code)) return refuse('other_reasons');
  const reasonCode = code ?? undefined;
  return accept(decidedAs(review, { status, reason, reasonCode, decidedAt: now, decidedBy }));
}

/** The decided review, without its claim. */
function decidedAs<R extends ReviewState>(
  review: R,
  decision: Pick<ReviewState, 'status' | 'reason' | 'reasonCode' | 'decidedAt' | 'decidedBy'>,
): R {
  return { ...review, ...decision, returnedReason: null, claim: undefined };
}

/**
 * The review after a question to the applicant or their answer. It stays pending and can be decided before the answer.
 */
export function questionedReview<R extends ReviewState>(
  review: R,
  command: InformationCommand,
  now: string,
): Decision<R, InformationRefusal | 'not_pending'> {
  if (nextState(reviewTransitions, review.status, command.type) === undefined)
    return refuse('not_pending');
  // The first approver has not seen it.
  return decideInformation({ ...review, firstApproval: undefined }, command, now);
}

/**
 * The review of a case that has changed. The first approval is cancelled, because its author has not seen the change.
 */
export function changedReview<R extends ReviewState>(review: R): Decision<R, 'not_pending'> {
  if (nextState(reviewTransitions, review.status, 'change') === undefined)
    return refuse('not_pending');
  return accept({ ...review, firstApproval: undefined });
}

/** The review after its approval could not be carried out; the reviewer must decide again. */
export function returnReview<R extends ReviewState>(
  review: R,
  returnedReason: string,
): Decision<R, 'not_returnable'> {
  const status = nextState(reviewTransitions, review.status, 'return');
  if (status === undefined || review.carriedOutAt !== null) return refuse('not_returnable');
  return accept({
    ...review,
    status,
    reason: null,
    reasonCode: undefined,
    returnedReason,
    decidedAt: null,
    decidedBy: null,
    firstApproval: undefined,
  });
}

/** The review after its subject was withdrawn: rejected, with immediate effect. */
export function withdrawReview<R extends ReviewState>(
  review: R,
  reason: string,
  decidedBy: Actor,
  now: string,
): Decision<R, 'not_open'> {
  const status = nextState(reviewTransitions, review.status, 'withdraw');
  if (status === undefined || review.carriedOutAt !== null) return refuse('not_open');
  const rejected = decidedAs(review, { status, reason, decidedAt: now, decidedBy });
  return accept({ ...rejected, carriedOutAt: now, withdrawn: true });
}

/** The review whose decision has taken effect. */
export function carryOut<R extends ReviewState>(
  review: R,
  now: string,
): Decision<R, 'not_decided'> {
  if (review.status === 'pending') return refuse('not_decided');
  return accept({ ...review, carriedOutAt: review.carriedOutAt ?? now });
}
