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

/** Something that can be asked about: a case, and its review. One question is open at a time. */
export interface Questioned {
  /** Absent: nothing was ever asked. */
  readonly informationRequest?: InformationRequest | undefined;
}

/** How the question of a case stands; it follows from the case and its review. */
export const informationStatuses = ['none', 'open', 'answered', 'closed'] as const;
export type InformationStatus = (typeof informationStatuses)[number];

/** A question changes nothing else: no status, no payment, no time of submission. */
export type InformationCommand =
  | { readonly type: 'request_information'; readonly request: InformationRequest }
  | { readonly type: 'answer_information'; readonly requestId: string };

/** `answered`: this question was already answered. `other_question`: a newer one exists. */
export type InformationRefusal = 'already_asked' | 'not_asked' | 'answered' | 'other_question';

/**
 * Every state of the question with what each command, and a decision, makes of it; all other pairs are refused. A
 * decision closes it, answered or not; one that comes back shows it as it was.
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

/** The status of the question in a review of this status. */
export function informationStatus(
  { informationRequest }: Questioned,
  status: ReviewStatus,
): InformationStatus {
  if (status !== 'pending') return 'closed';
  if (informationRequest === undefined) return 'none';
  return informationRequest.answeredAt === null ? 'open' : 'answered';
}

/** Whether the applicant must answer; `underReview`: the case can still be decided. */
export function isInformationRequired(
  { informationRequest }: Questioned,
  underReview: boolean,
): boolean {
  return underReview && informationRequest?.answeredAt === null;
}

/** What was asked or answered, on something whose review is pending. */
export function decideInformation<Q extends Questioned>(
  questioned: Q,
  command: InformationCommand,
  now: string,
): Decision<Q, InformationRefusal> {
  const status = informationStatus(questioned, 'pending');
  const accepted = nextState(informationTransitions, status, command.type) !== undefined;
  if (command.type === 'request_information') {
    if (!accepted) return refuse('already_asked');
    return accept({ ...questioned, informationRequest: command.request });
  }
  const { informationRequest } = questioned;
  if (informationRequest === undefined) return refuse('not_asked');
  // An answer is meant for the question that was read, not for one that came since.
  if (informationRequest.id !== command.requestId) return refuse('other_question');
  if (!accepted) return refuse('answered');
  return accept({ ...questioned, informationRequest: { ...informationRequest, answeredAt: now } });
}
