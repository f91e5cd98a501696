import { nextState } from '../../kernel/domain/decision.ts';

export const deliveryStatuses = ['due', 'succeeded', 'given_up', 'withheld'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Whether all attempts so far failed: it will be tried again, or was given up. */
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
 * The state table of a delivery. It begins with the first attempt, which is recorded when it ends:
 * after a crash the message is sent again, with the same id. An additional attempt requested by the
 * owner does not change the status until it has a result.
 */
export const webhookDeliveryTransitions: Readonly<
  Record<DeliveryStatus, Readonly<Partial<Record<DeliveryResult, DeliveryStatus>>>>
> = {
  due: { succeed: 'succeeded', fail: 'due', exhaust: 'given_up', withhold: 'withheld' },
  succeeded: { succeed: 'succeeded', fail: 'succeeded', withhold: 'withheld' },
  given_up: { succeed: 'succeeded', fail: 'given_up', withhold: 'withheld' },
  withheld: { succeed: 'succeeded', fail: 'withheld', withhold: 'withheld' },
};

/**
 * The status after an attempt. Throws for an impossible result: only scheduled deliveries have a
 * last attempt.
 */
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
 * The delays after failed attempts (Standard Webhooks 1.0.0), in milliseconds; the first attempt is
 * made immediately.
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

/** How often a test is tried: few times, because nothing proves who owns the URL. */
const testAttempts = 3;

/** The number of scheduled attempts of an event, or of a test. */
export function mostAttempts(about: object | null): number {
  return about === null ? testAttempts : retryDelays.length + 1;
}

/** The maximum delay that a receiver can request, in milliseconds. */
const longestWait = 24 * hour;

/**
 * When the next attempt is due after `failed` failures; null after the last. `jitter` (0 to 1)
 * makes it up to a tenth later; `retryAfter` is the delay in milliseconds that the receiver
 * requested.
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

/**
 * The timeout of a receiver in milliseconds; and the shorter one for most attempts after it has
 * timed out.
 */
const receiverTimeout = 20_000;
const shortTimeout = 5 * second;

/**
 * The timeout of an attempt after this many rounds without an answer. Every fourth attempt has the full time again, so
 * that slow receivers are reached.
 */
export function timeoutAfter(timeouts: number): number {
  return timeouts % 4 === 0 ? receiverTimeout : shortTimeout;
}

/**
 * How long a receiver is paused after this many rounds, in milliseconds: from half a minute to a
 * quarter of an hour.
 */
export function pauseAfter(timeouts: number): number {
  return Math.min(30 * second * 2 ** (timeouts - 1), 15 * minute);
}
