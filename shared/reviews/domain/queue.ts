import { isInformationRequired, type Questioned } from './information-request.ts';
import type { ReviewStatus } from './review.ts';

/**
 * The part of the reviewers' queue that a case is in: it waits for a decision, waits for the applicant, or is
 * decided.
 */
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

/** How long cases waited for their decisions. */
export interface Waits {
  /** How many decisions it is of. */
  readonly decided: number;
  /** Half of them waited so many seconds, or fewer. */
  readonly medianSeconds: number;
  /** Nine of ten did. */
  readonly p90Seconds: number;
}

/** The decisions that waits are calculated from: those of so many days, and of each type so many at most, the newest. */
export const waitsOver = { days: 30, cases: 200 } as const;

/** How old cases are that wait, in days: younger than the first, than the second, than the third, and the others. */
export const ageBounds = [1, 3, 7] as const;

/** Weeks of which decisions are counted, this one included. */
const weeksShown = 12;

const day = 86_400_000;

/** The Mondays on which those weeks begin (UTC, ISO 8601), the newest last. */
export function weeksUntil(now: string): readonly string[] {
  const midnight = Math.floor(Date.parse(now) / day) * day;
  const monday = midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * day;
  return Array.from({ length: weeksShown }, (_, place) =>
    new Date(monday - (weeksShown - 1 - place) * 7 * day).toISOString(),
  );
}

/** For how many seconds a case waited, with the time that its applicant took to answer questions. */
export function waitOf({ createdAt, decidedAt }: { createdAt: string; decidedAt: string }): number {
  return Math.max(0, Math.round((Date.parse(decidedAt) - Date.parse(createdAt)) / 1000));
}

/** How long they waited, in whole seconds, by nearest rank: each figure is one that occurred. Null of none. */
export function waitsOf(seconds: readonly number[]): Waits | null {
  const sorted = seconds.toSorted((left, right) => left - right);
  const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1];
  const [median, p90] = [rank(0.5), rank(0.9)];
  if (median === undefined || p90 === undefined) return null;
  return { decided: sorted.length, medianSeconds: median, p90Seconds: p90 };
}

/** Reviewers hear of what begins to wait once in so many milliseconds. */
const period = 3_600_000;

/** Whether reviewers may be notified of something at `now`: nobody told them within the hour before. */
export function mayNotify(told: { readonly toldAt: string } | null, now: Date): boolean {
  return told === null || now.getTime() - Date.parse(told.toldAt) >= period;
}
