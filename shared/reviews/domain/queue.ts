import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';
import { textKey } from '../../kernel/domain/fold-case.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import { isInformationRequired, type Questioned } from './information-request.ts';
import type { ReviewStatus } from './review.ts';

/** The tab of the review queue: waiting for a decision, waiting for the applicant, or decided. */
export const queueTabs = ['waiting', 'awaiting_answer', 'decided'] as const;
export type QueueTab = (typeof queueTabs)[number];

/** Filter by assignment: assigned to the reader, or unassigned. */
export const queueAssignees = ['mine', 'free'] as const;
/** The page also offers cases that need a second approval. */
export const pageAssignees = [...queueAssignees, 'second'] as const;
export type QueueAssignee = (typeof pageAssignees)[number];

type Queueing = Questioned & { readonly status: ReviewStatus };

/**
 * The tab of a case. It follows from its review alone:
 *
 * | review | tab |
 * |---|---|
 * | pending, nothing asked, or answered | waiting |
 * | pending, a question is open | awaiting_answer |
 * | approved, rejected | decided |
 */
export function queueTab(review: Queueing): QueueTab {
  if (review.status !== 'pending') return 'decided';
  return isInformationRequired(review, true) ? 'awaiting_answer' : 'waiting';
}

/** Whether the applicant has answered the latest question of a waiting case. */
export function isAnsweredCase(review: Queueing): boolean {
  return queueTab(review) === 'waiting' && review.informationRequest !== undefined;
}

/** How long cases waited for their decisions. */
export interface Waits {
  /** The number of decisions in the sample. */
  readonly decided: number;
  /** Median waiting time, in seconds. */
  readonly medianSeconds: number;
  /** 90th percentile, in seconds. */
  readonly p90Seconds: number;
}

/** The sample for waiting times: decisions of the last `days`, and per type at most the newest `cases`. */
export const waitsOver = { days: 30, cases: 200 } as const;

/** The upper bounds of the age groups of waiting cases, in days; the last group has no bound. */
export const ageBounds = [1, 3, 7] as const;

/** The number of weeks for which decisions are counted, including this one. */
const weeksShown = 12;

const day = 86_400_000;

/** The Mondays on which those weeks begin (UTC, ISO 8601), oldest first. */
export function weeksUntil(now: string): readonly string[] {
  const midnight = Math.floor(Date.parse(now) / day) * day;
  const monday = midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * day;
  return Array.from({ length: weeksShown }, (_, index) =>
    new Date(monday - (weeksShown - 1 - index) * 7 * day).toISOString(),
  );
}

/** How long a case waited, in seconds, including the time that the applicant took to answer questions. */
export function waitOf({ createdAt, decidedAt }: { createdAt: string; decidedAt: string }): number {
  return Math.max(0, Math.round((Date.parse(decidedAt) - Date.parse(createdAt)) / 1000));
}

/** Median and 90th percentile in whole seconds, by nearest rank, so each figure occurred. Null for an empty sample. */
export function waitsOf(seconds: readonly number[]): Waits | null {
  const sorted = seconds.toSorted((left, right) => left - right);
  const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1];
  const [median, p90] = [rank(0.5), rank(0.9)];
  if (median === undefined || p90 === undefined) return null;
  return { decided: sorted.length, medianSeconds: median, p90Seconds: p90 };
}

/** The minimum time between two notifications of reviewers, in milliseconds. */
const period = 3_600_000;

/** Whether reviewers may be notified at `now`: their last notification is at least an hour old. */
export function mayNotify(notified: { readonly notifiedAt: string } | null, now: Date): boolean {
  return notified === null || now.getTime() - Date.parse(notified.notifiedAt) >= period;
}

/** The filters and the order of the queue under a name that a staff member chose. */
export interface SavedView {
  readonly name: string;
  /** As in the address of the page. */
  readonly query: Readonly<Record<string, string>>;
}

/** The maximum number of a staff member's views, and the maximum length of a name. */
export const viewLimits = { views: 10, name: 40 } as const;

export type ViewCommand =
  | { readonly act: 'save'; readonly view: SavedView }
  | { readonly act: 'delete'; readonly name: string };
export type ViewRefusal = 'name_taken' | 'too_many';

/**
 * The views after a command, in the order of their names, which are compared without case:
 *
 * | views | command | result |
 * |---|---|---|
 * | none with the name, and room | save | with the new one |
 * | none with the name, and no room | save | `too_many` |
 * | one with the name and the same filters | save | unchanged |
 * | one with the name and other filters | save | `name_taken` |
 * | one with the name | delete | without it |
 * | none with the name | delete | unchanged |
 */
export function decideViews(
  views: readonly SavedView[],
  command: ViewCommand,
): Decision<readonly SavedView[], ViewRefusal> {
  const key = textKey(command.act === 'save' ? command.view.name : command.name);
  const found = views.find(({ name }) => textKey(name) === key);
  if (command.act === 'delete') {
    return accept(found === undefined ? views : views.filter((view) => view !== found));
  }
  const { view } = command;
  if (found !== undefined) {
    return isSameValue(found.query, view.query) ? accept(views) : refuse('name_taken');
  }
  if (views.length >= viewLimits.views) return refuse('too_many');
  const order = new Intl.Collator('en', { numeric: true });
  return accept([...views, view].toSorted((one, other) => order.compare(one.name, other.name)));
}
