import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'aws-lambda';

/** A piece of work has run out of time; what it had asked of others may or may not have been done. */
export class DeadlineError extends Error {
  constructor() {
    super('the time for this work is over');
    this.name = 'DeadlineError';
  }
}

const running = new AsyncLocalStorage<{
  readonly signal: AbortSignal;
  /** By the monotonic clock. */
  readonly endsAt: number;
}>();

/**
 * Does work within so many milliseconds. After that its calls to AWS are aborted, its pauses end, and it can
 * start no others, so that none of it continues after the answer was given: a function that has answered is
 * frozen, and would continue during its next call.
 *
 * It then fails as the work does: mostly with a `DeadlineError`.
 */
export async function withinDeadline<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const endsAt = performance.now() + milliseconds;
  const timer = setTimeout(() => controller.abort(new DeadlineError()), Math.max(0, milliseconds));
  try {
    return await running.run({ signal: controller.signal, endsAt }, work);
  } finally {
    clearTimeout(timer);
  }
}

/** Does work that must happen even after the deadline, such as cleaning up. */
export function outsideDeadline<T>(work: () => Promise<T>): Promise<T> {
  return running.exit(work);
}

/** Aborted when the work that asks has no time left; undefined if no deadline was set. */
export function deadlineSignal(): AbortSignal | undefined {
  return running.getStore()?.signal;
}

/** Milliseconds until the work that asks has no time left; infinite where no deadline was set. */
export function timeLeft(): number {
  const { endsAt = Number.POSITIVE_INFINITY } = running.getStore() ?? {};
  return endsAt - performance.now();
}

/** Uses a stream; as soon as the work has no time left the stream ends with a `DeadlineError`, however long it stalls. */
export async function endingInTime<T>(
  stream: { destroy(error?: Error): void },
  use: () => Promise<T>,
): Promise<T> {
  const signal = deadlineSignal();
  const end = () => stream.destroy(new DeadlineError());
  signal?.addEventListener('abort', end);
  try {
    return await use();
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

/** Waits; throws a `DeadlineError` as soon as the work has no time left. */
export async function pause(milliseconds: number): Promise<void> {
  const signal = deadlineSignal();
  try {
    await wait(milliseconds, undefined, { signal });
  } catch (error) {
    throw signal?.aborted ? new DeadlineError() : error;
  }
}

/** How much of a function's time is reserved for the answer, in milliseconds. */
export const answerReserve = 1_500;

/** Does a function's work within the rest of its time; without a limit where that is unknown. */
export function inTime<T>(
  context: Pick<Context, 'getRemainingTimeInMillis'> | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const remaining = context?.getRemainingTimeInMillis?.();
  return remaining === undefined ? work() : withinDeadline(remaining - answerReserve, work);
}

/**
 * The instant by which leases of so many milliseconds are over: all that end by then were left by a process
 * that is gone.
 *
 * That is now, unless this process is known to be alone with the table since it started (`ALONE_SINCE`, which
 * only `npm start` sets: its lock on the data directory proves it). Then a lease from before the start is
 * also over, since the process that took it is gone.
 */
export function leasesOverBy(now: Date, length: number): string {
  const alone = process.env['ALONE_SINCE'];
  const before = alone === undefined ? 0 : Date.parse(alone) + length - 1;
  return new Date(Math.max(now.getTime(), before)).toISOString();
}
