/** One movement of money on a provider's statement. */
export interface StatementEntry {
  /** The provider's id of the movement, which no other has. */
  readonly id: string;
  readonly kind: 'payment' | 'refund' | 'chargeback';
  /** The id of the payment that was received or returned. */
  readonly paymentId: string;
  /** As sent when the payment started; empty if the provider has none. */
  readonly reference: string;
  /** Integer cents, of refunds and chargebacks as well: what came or what went. */
  readonly amountCents: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** Some of the movements of a day. */
export interface StatementPage {
  readonly entries: readonly StatementEntry[];
  /** The start of the next page; null at the end. */
  readonly next: string | null;
}

const dayMs = 86_400_000;

/** How long after the end of a day its statement is asked for: providers take a while. */
const statementDelay = 3 * 3_600_000;

/** A provider that gives no statement is asked again after this pause; it doubles, up to the longest. */
const firstPause = 15 * 60_000;
const longestPause = 6 * 3_600_000;

/** How far the statements of a provider have been read. Days are UTC, YYYY-MM-DD. */
export interface StatementProgress {
  /** The first day that was ever read: what was settled before is on statements that nobody has read. */
  readonly since: string;
  /** The day that is being read, or that is next. */
  readonly day: string;
  /** Where that day continues; null at its beginning. */
  readonly cursor: string | null;
  /** Not before this instant; null: as soon as the statement is due. */
  readonly retryAt: string | null;
  readonly failures: number;
}

export function utcDay(instant: string): string {
  return instant.slice(0, 10);
}

export function followingDay(day: string, days = 1): string {
  return utcDay(new Date(Date.parse(`${day}T00:00:00.000Z`) + days * dayMs).toISOString());
}

/** Reading begins with the statement that is due now. */
export function firstProgress(now: string): StatementProgress {
  const due = utcDay(new Date(Date.parse(now) - statementDelay).toISOString());
  const day = followingDay(due, -1);
  return { since: day, day, cursor: null, retryAt: null, failures: 0 };
}

/** Whether it is time to read on. */
export function isStatementDue({ day, retryAt }: StatementProgress, now: string): boolean {
  const end = Date.parse(`${followingDay(day)}T00:00:00.000Z`);
  return Date.parse(now) >= end + statementDelay && (retryAt === null || retryAt <= now);
}

/** How many seconds ago the last day that was read has ended. */
export function unreadSeconds({ day }: StatementProgress, now: string): number {
  return Math.round((Date.parse(now) - Date.parse(`${day}T00:00:00.000Z`)) / 1000);
}

/** After one page; `next` null: the day is read. */
export function afterPage(progress: StatementProgress, next: string | null): StatementProgress {
  const day = next === null ? followingDay(progress.day) : progress.day;
  return { ...progress, day, cursor: next, retryAt: null, failures: 0 };
}

/** After a page that the provider did not give. */
export function afterFailure(progress: StatementProgress, now: string): StatementProgress {
  const pause = Math.min(firstPause * 2 ** progress.failures, longestPause);
  const retryAt = new Date(Date.parse(now) + pause).toISOString();
  return { ...progress, retryAt, failures: progress.failures + 1 };
}

/**
 * The day whose settlements can be checked once the statements of `day` are read. They may be on the statements of the day
 * before, of the day itself and of the next day, because the clocks of both sides differ, and a report comes after its payment.
 * Null while one of these three has not been read.
 */
export function settledDayToCheck({ since }: StatementProgress, day: string): string | null {
  const before = followingDay(day, -1);
  return before > since ? before : null;
}
