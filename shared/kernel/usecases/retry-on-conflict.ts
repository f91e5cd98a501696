import { contended } from '../errors/api-error.ts';
import { pause, timeLeft } from '../runtime/deadline.ts';

/** The result of an attempt that lost to a concurrent write: it must read and decide again. */
export const lostRace = Symbol('lost race');

/**
 * The meaning, in `orElse`, of a failed condition because the item has changed since it was read.
 */
export function conflict(): typeof lostRace {
  return lostRace;
}

/**
 * The longest pause between two attempts in milliseconds; pauses grow, so that concurrent writers
 * spread out.
 */
const maxPauseMs = 1_000;

/** No attempt after the second starts after this many milliseconds. */
const timeoutMs = 4_000;

/**
 * With less time left than this, in milliseconds, no further attempt starts because it might not
 * finish in time.
 */
const attemptTimeoutMs = 4_000;

/**
 * Reads, decides and writes, and retries until no concurrent write interferes.
 *
 * In each race one writer wins, so all succeed eventually. If there are too many, the rest get an
 * error. Error: 409 `request.contended` with `Retry-After`; nothing was written.
 */
export async function retryOnConflict<T>(attempt: () => Promise<T | typeof lostRace>): Promise<T> {
  const startedAt = performance.now();
  for (let count = 1; ; count += 1) {
    const result = await attempt();
    if (result !== lostRace) return result;
    const waited = performance.now() - startedAt;
    // A slow first attempt means that the table is slow, not that there are too many writers.
    const isOver = count > 1 && waited > timeoutMs;
    if (isOver || timeLeft() < attemptTimeoutMs) throw contended();
    await pause(Math.random() * Math.min(maxPauseMs, 5 * 2 ** count));
  }
}
