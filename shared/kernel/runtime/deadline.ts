import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'aws-lambda';

/** The work has reached its deadline; the calls it started may or may not have been carried out. */
export class DeadlineError extends Error {
  constructor() {
    super('the time for this work is over');
    this.name = 'DeadlineError';
  }
}

const running = new AsyncLocalStorage<{
  readonly signal: AbortSignal;
  /** Measured on the monotonic clock. */
  readonly endsAt: number;
}>();

/**
 * Runs work with a deadline in milliseconds. At the deadline its AWS calls are aborted, its pauses
 * end, and it can't start new calls, so none of it continues after the response: Lambda freezes a
 * function that has responded, and the work would continue during its next call.
 *
 * The work then fails in its own way, usually with a `DeadlineError`.
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

/** Runs work that must happen even after the deadline, such as cleanup. */
export function outsideDeadline<T>(work: () => Promise<T>): Promise<T> {
  return running.exit(work);
}

/** A signal that is aborted at the deadline of the current work; undefined without a deadline. */
export function deadlineSignal(): AbortSignal | undefined {
  return running.getStore()?.signal;
}

/** Milliseconds until the deadline of the current work; infinite without a deadline. */
export function timeLeft(): number {
  const { endsAt = Number.POSITIVE_INFINITY } = running.getStore() ?? {};
  return endsAt - performance.now();
}

/**
 * Uses a stream; at the deadline the stream ends with a `DeadlineError`, even if it has stalled.
 */
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

/** Waits for the given milliseconds; throws a `DeadlineError` at the deadline. */
export async function pause(milliseconds: number): Promise<void> {
  const signal = deadlineSignal();
  try {
    await wait(milliseconds, undefined, { signal });
  } catch (error) {
    throw signal?.aborted ? new DeadlineError() : error;
  }
}

/** The part of a function's time reserved for the response, in milliseconds. */
export const answerReserve = 1_500;

/** Runs a function's work within its remaining time; without a limit if that is unknown. */
export function inTime<T>(
  context: Pick<Context, 'getRemainingTimeInMillis'> | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const remaining = context?.getRemainingTimeInMillis?.();
  return remaining === undefined ? work() : withinDeadline(remaining - answerReserve, work);
}

/**
 * The instant by which leases of the given length (milliseconds) have expired: their holders no
 * longer run.
 *
 * This is now, unless this process is known to be alone with the table since it started
 * (`ALONE_SINCE`, which only `npm start` sets: its lock on the data directory proves it). Then
 * leases from before the start have also expired, because the process that held them has ended.
 */
export function leasesOverBy(now: Date, length: number): string {
  const alone = process.env['ALONE_SINCE'];
  const before = alone === undefined ? 0 : Date.parse(alone) + length - 1;
  return new Date(Math.max(now.getTime(), before)).toISOString();
}
