import { contended } from '../errors/api-error.ts';
import { pause, timeLeft } from '../runtime/deadline.ts';

/** The result of an attempt when someone else wrote in between: it must read and decide again. */
export const lostRace = Symbol('lost race');

/** The refusal, in `orElse`, of a write whose item someone else has written since it was read. */
export function readAgain(): typeof lostRace {
  return lostRace;
}

/** Longest pause between two attempts, in milliseconds; pauses grow, so that a crowd thins out. */
const maxPauseMs = 1_000;

/** After so many milliseconds no further attempt is made. */
const timeoutMs = 4_000;

/**
 * Nor with less time left than this, in milliseconds: the attempt might not finish before the request must be
 * answered.
 */
const attemptTimeoutMs = 4_000;

/**
 * Reads, decides and writes, and repeats that until no other writer interferes.
 *
 * In each race one writer wins, so that all get through in time. If there are too many for that, the rest get
 * an error. Error: 409 `request.contended` with `Retry-After`; nothing was written.
 */
export async function untilWritten<T>(attempt: () => Promise<T | typeof lostRace>): Promise<T> {
  const startedAt = performance.now();
  for (let count = 1; ; count += 1) {
    const result = await attempt();
    if (result !== lostRace) return result;
    const waited = performance.now() - startedAt;
    if (waited > timeoutMs || timeLeft() < attemptTimeoutMs) throw contended();
    await pause(Math.random() * Math.min(maxPauseMs, 5 * 2 ** count));
  }
}
