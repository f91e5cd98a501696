import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import type { ReviewStatus } from './review.ts';

/** The last question of a reviewer to the applicant. Instants are ISO 8601 in UTC. */
export interface InformationRequest {
  readonly id: string;
  /** The review in which it was asked. */
  readonly reviewId: string;
  readonly message: string;
  readonly requestedAt: string;
  /** Null while it is open. */
  readonly answeredAt: string | null;
}

/** A case or review that can have a question. Only one question is open at a time. */
export interface Questioned {
  /** Absent if no question was ever asked. */
  readonly informationRequest?: InformationRequest | undefined;
}

/** The status of a case's question, derived from the case and its review. */
export const informationStatuses = ['none', 'open', 'answered', 'closed'] as const;
export type InformationStatus = (typeof informationStatuses)[number];

/** A question changes no status, payment or submission time. */
export type InformationCommand =
  | { readonly type: 'request_information'; readonly request: InformationRequest }
  | { readonly type: 'answer_information'; readonly requestId: string };

/** `answered`: this question was already answered. `other_question`: a newer one exists. */
export type InformationRefusal =
  | 'already_requested'
  | 'not_requested'
  | 'answered'
  | 'other_question';

/**
 * The transitions of a question; all other pairs are refused. A decision closes the question, answered or not;
 * returning the decision restores its previous status.
 */
export const informationTransitions: Readonly<
  Record<
    InformationStatus,
    Partial<Record<InformationCommand['type'] | 'decide' | 'return', readonly InformationStatus[]>>
  >
> = {
  none: { request_information: ['open'], decide: ['closed'] },
  open: { answer_information: ['answered'], decide: ['closed'] },
  answered: { request_information: ['open'], decide: ['closed'] },
  closed: { return: ['none', 'open', 'answered'] },
};

/** The status of the question, given the status of its review. */
export function informationStatus(
  { informationRequest }: Questioned,
  status: ReviewStatus,
): InformationStatus {
  if (status !== 'pending') return 'closed';
  if (informationRequest === undefined) return 'none';
  return informationRequest.answeredAt === null ? 'open' : 'answered';
}

/** Whether the applicant must answer. `underReview`: the case can still be decided. */
export function isInformationRequired(
  { informationRequest }: Questioned,
  underReview: boolean,
): boolean {
  return underReview && informationRequest?.answeredAt === null;
}

/** Applies a question or an answer to a case whose review is pending. */
export function decideInformation<Q extends Questioned>(
  questioned: Q,
  command: InformationCommand,
  now: string,
): Decision<Q, InformationRefusal> {
  const status = informationStatus(questioned, 'pending');
  const accepted = nextState(informationTransitions, status, command.type) !== undefined;
  if (command.type === 'request_information') {
    if (!accepted) return refuse('already_requested');
    return accept({ ...questioned, informationRequest: command.request });
  }
  const { informationRequest } = questioned;
  if (informationRequest === undefined) return refuse('not_requested');
  // The answer is for the question that was read, not for a newer one.
  if (informationRequest.id !== command.requestId) return refuse('other_question');
  if (!accepted) return refuse('answered');
  return accept({ ...questioned, informationRequest: { ...informationRequest, answeredAt: now } });
}
