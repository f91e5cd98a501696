import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** The time of a piece of work is over; what it had asked of others may have been done or not. */
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
 * Does work that has so many milliseconds. When they are over, its calls to AWS are aborted, its pauses end,
 * and neither can begin again, so that nothing of it goes on behind an answer that was given already: a
 * function that has answered is frozen, and would finish the rest with the next call.
 *
 * It fails with what the work makes of that: mostly a `DeadlineError`.
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

/** Does work that must be done although the time is over: what it takes to leave things in order. */
export function outsideDeadline<T>(work: () => Promise<T>): Promise<T> {
  return running.exit(work);
}

/** Aborted when the work that asks has no time left; undefined where no deadline was set. */
export function deadlineSignal(): AbortSignal | undefined {
  return running.getStore()?.signal;
}

/** Milliseconds until the work that asks has no time left; infinite where no deadline was set. */
export function timeLeft(): number {
  const { endsAt = Number.POSITIVE_INFINITY } = running.getStore() ?? {};
  return endsAt - performance.now();
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
