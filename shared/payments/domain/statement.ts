/** A movement of money on a provider's statement. */
export interface StatementEntry {
  /** The provider's unique id of the movement. */
  readonly id: string;
  readonly kind: 'payment' | 'refund' | 'chargeback';
  /** The id of the payment that was received or returned. */
  readonly paymentId: string;
  /** As sent at the start of the payment; empty if the provider has none. */
  readonly reference: string;
  /** Integer cents, positive also for refunds and chargebacks. */
  readonly amountCents: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** A page of a day's movements. */
export interface StatementPage {
  readonly entries: readonly StatementEntry[];
  /** The start of the next page; null at the end. */
  readonly next: string | null;
}

const dayMs = 86_400_000;

/** How long after the end of a day its statement is requested, in milliseconds, because providers take a while. */
const statementDelay = 3 * 3_600_000;

/** The pause after a failed request; it doubles, up to the longest. */
const firstPause = 15 * 60_000;
const longestPause = 6 * 3_600_000;

/** The progress of reading a provider's statements. Days are UTC, YYYY-MM-DD. */
export interface StatementProgress {
  /** The first day that was read. Earlier settlements can't be checked. */
  readonly since: string;
  /** The day being read, or the next one. */
  readonly day: string;
  /** Where to continue in that day; null at its beginning. */
  readonly cursor: string | null;
  /** Not before this instant; null if the statement can be read as soon as it is due. */
  readonly retryAt: string | null;
  readonly failures: number;
}

export function utcDay(instant: string): string {
  return instant.slice(0, 10);
}

export function followingDay(day: string, days = 1): string {
  return utcDay(new Date(Date.parse(`${day}T00:00:00.000Z`) + days * dayMs).toISOString());
}

/** The initial progress: the statement that is due now. */
export function firstProgress(now: string): StatementProgress {
  const due = utcDay(new Date(Date.parse(now) - statementDelay).toISOString());
  const day = followingDay(due, -1);
  return { since: day, day, cursor: null, retryAt: null, failures: 0 };
}

/** Whether the next page can be read now. */
export function isStatementDue({ day, retryAt }: StatementProgress, now: string): boolean {
  const end = Date.parse(`${followingDay(day)}T00:00:00.000Z`);
  return Date.parse(now) >= end + statementDelay && (retryAt === null || retryAt <= now);
}

/** The number of seconds since the end of the last day that was read. */
export function unreadSeconds({ day }: StatementProgress, now: string): number {
  return Math.round((Date.parse(now) - Date.parse(`${day}T00:00:00.000Z`)) / 1000);
}

/** The progress after one page. `next` is null if the day is complete. */
export function afterPage(progress: StatementProgress, next: string | null): StatementProgress {
  const day = next === null ? followingDay(progress.day) : progress.day;
  return { ...progress, day, cursor: next, retryAt: null, failures: 0 };
}

/** The progress after a failed request. */
export function afterFailure(progress: StatementProgress, now: string): StatementProgress {
  const pause = Math.min(firstPause * 2 ** progress.failures, longestPause);
  const retryAt = new Date(Date.parse(now) + pause).toISOString();
  return { ...progress, retryAt, failures: progress.failures + 1 };
}

/**
 * The day whose settlements can be checked after reading the statement of `day`. Clocks differ and notifications come
 * later than payments, so a settlement may be on the statement of the previous or the next day. Null unless all three
 * have been read.
 */
export function settledDayToCheck({ since }: StatementProgress, day: string): string | null {
  const before = followingDay(day, -1);
  return before > since ? before : null;
}
