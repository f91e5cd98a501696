/**
 * What becomes of an event on its way to an address. It begins with the first attempt, which is noted when it is over: who dies in
 * between sends it again, under the same id.
 *
 * | What happens                                         | due       | succeeded | given_up  | withheld  |
 * |------------------------------------------------------|-----------|-----------|-----------|-----------|
 * | `succeed`: an attempt is answered with 2xx           | succeeded | succeeded | succeeded | succeeded |
 * | `fail`: any other answer, or none                    | due       | succeeded | given_up  | withheld  |
 * | `exhaust`: the same of the last attempt, and of 410  | given_up  |           |           |           |
 * | `withhold`: the right to see it has ended            | withheld  | withheld  | withheld  | withheld  |
 * | `redeliver`: its owner wants one more attempt        | due       | succeeded | given_up  | withheld  |
 */
export const webhookDeliveryTransitions = {
  due: {
    succeed: 'succeeded',
    fail: 'due',
    exhaust: 'given_up',
    withhold: 'withheld',
    redeliver: 'due',
  },
  succeeded: { redeliver: 'succeeded' },
  given_up: { redeliver: ['given_up', 'succeeded'] },
  withheld: { redeliver: ['withheld', 'succeeded'] },
} as const;

export const deliveryStatuses = ['due', 'succeeded', 'given_up', 'withheld'] as const;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after an attempt that failed the next one is due (Standard Webhooks 1.0.0), in milliseconds; the first is due at once. */
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

/** What a `Retry-After` asks for (RFC 9110, section 10.2.3), in milliseconds; null for none, and for what can't be read. */
export function retryAfterOf(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * second;
  // What else `Date.parse` takes for a date is none.
  const at = /^[A-Z][a-z]{2,8}[ ,]/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** How long a receiver may take for its answer, in milliseconds; and one that has hung, most of the times. */
const receiverTimeout = 20_000;
const shortTimeout = 5 * second;

/**
 * How long an attempt may take after so many rounds in which nothing but silence came. Every fourth has all the time again, so that
 * who is slow and no more is heard.
 */
export function timeoutAfter(hung: number): number {
  return hung % 4 === 0 ? receiverTimeout : shortTimeout;
}

/** For how long a receiver is left alone after so many of them, in milliseconds: half a minute first, a quarter of an hour at most. */
export function pauseAfter(hung: number): number {
  return Math.min(30 * second * 2 ** (hung - 1), 15 * minute);
}
