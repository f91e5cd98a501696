import { nextState } from '../../kernel/domain/decision.ts';

export const deliveryStatuses = ['due', 'succeeded', 'given_up', 'withheld'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Whether attempts were made and none has arrived: it is tried again, or was given up. */
export function hasFailed({
  status,
  attempts,
}: {
  readonly status: DeliveryStatus;
  readonly attempts: readonly unknown[];
}): boolean {
  return (status === 'due' && attempts.length > 0) || status === 'given_up';
}

/** `exhaust`: the last attempt of the schedule has failed. `withhold`: the right to see the event has ended. */
export type DeliveryResult = 'succeed' | 'fail' | 'exhaust' | 'withhold';

/**
 * What becomes of an event on its way to an address. It begins with the first attempt, which is noted when it is over: a process that
 * dies in between sends it again, under the same id. One more attempt that its owner wants leaves the status until it has a result.
 */
export const webhookDeliveryTransitions: Readonly<
  Record<DeliveryStatus, Readonly<Partial<Record<DeliveryResult, DeliveryStatus>>>>
> = {
  due: { succeed: 'succeeded', fail: 'due', exhaust: 'given_up', withhold: 'withheld' },
  succeeded: { succeed: 'succeeded', fail: 'succeeded', withhold: 'withheld' },
  given_up: { succeed: 'succeeded', fail: 'given_up', withhold: 'withheld' },
  withheld: { succeed: 'succeeded', fail: 'withheld', withhold: 'withheld' },
};

/** The status after an attempt. Throws for a result that it can't have: only what is due has a last attempt. */
export function deliveryStatusAfter(
  status: DeliveryStatus,
  result: DeliveryResult,
): DeliveryStatus {
  const next = nextState(webhookDeliveryTransitions, status, result);
  if (next === undefined) throw new Error(`a delivery that is ${status} can't ${result}`);
  return next;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * How long after a failed attempt the next one is due (Standard Webhooks 1.0.0), in milliseconds; the first
 * is due immediately.
 */
export const retryDelays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** How often a test is tried: nothing proves whose the address is. */
const testAttempts = 3;

/** How many attempts of the schedule there are of what is about something; of a test, which is about nothing, a few. */
export function mostAttempts(about: object | null): number {
  return about === null ? testAttempts : retryDelays.length + 1;
}

/** No receiver may ask for longer, in milliseconds. */
const longestWait = 24 * hour;

/**
 * When the next attempt is due after `failed` that failed; null: it was the last. `jitter` from 0 to 1 makes it up to a tenth later;
 * `retryAfter`, in milliseconds, is what the receiver asks for.
 */
export function nextAttempt(
  failed: number,
  now: Date,
  { jitter, retryAfter }: { readonly jitter: number; readonly retryAfter: number | null },
): string | null {
  const delay = retryDelays[failed - 1];
  if (delay === undefined) return null;
  const wait = Math.max(delay * (1 + jitter / 10), Math.min(retryAfter ?? 0, longestWait));
  return new Date(now.getTime() + Math.ceil(wait)).toISOString();
}

/** The delay of a `Retry-After` (RFC 9110, section 10.2.3), in milliseconds; null if absent or unreadable. */
export function retryAfterOf(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * second;
  // Other formats that `Date.parse` accepts are not dates here.
  const at = /^[A-Z][a-z]{2,8}[ ,]/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** How long a receiver may take for its answer, in milliseconds; and one that has hung, most of the times. */
const receiverTimeout = 20_000;
const shortTimeout = 5 * second;

/**
 * The timeout of an attempt after this many rounds without an answer. Every fourth attempt has the full time again, so
 * that slow receivers are reached.
 */
export function timeoutAfter(hung: number): number {
  return hung % 4 === 0 ? receiverTimeout : shortTimeout;
}

/** For how long a receiver is left alone after so many of them, in milliseconds: half a minute first, a quarter of an hour at most. */
export function pauseAfter(hung: number): number {
  return Math.min(30 * second * 2 ** (hung - 1), 15 * minute);
}
