import { isInformationRequired, type Questioned } from './information-request.ts';
import type { ReviewStatus } from './review.ts';

/** Where a case stands in the reviewers' queue: it waits for them, for whoever applied, or for nobody. */
export const queueTabs = ['waiting', 'asked', 'decided'] as const;
export type QueueTab = (typeof queueTabs)[number];

/** Whose work is shown: what the reader is at work on, or what nobody is. */
export const queueHands = ['mine', 'free'] as const;
/** On the page also: what one other person has approved, and waits for a second approval. */
export const pageHands = [...queueHands, 'second'] as const;
export type QueueHand = (typeof pageHands)[number];

type Queueing = Questioned & { readonly status: ReviewStatus };

/**
 * The tab of a case. It follows from its review alone:
 *
 * | review | tab |
 * |---|---|
 * | pending, nothing asked, or answered | waiting |
 * | pending, a question is open | asked |
 * | approved, rejected | decided |
 */
export function queueTab(review: Queueing): QueueTab {
  if (review.status !== 'pending') return 'decided';
  return isInformationRequired(review, true) ? 'asked' : 'waiting';
}

/** Whether it waits with an answer to what was asked last. */
export function isAnsweredCase(review: Queueing): boolean {
  return queueTab(review) === 'waiting' && review.informationRequest !== undefined;
}
