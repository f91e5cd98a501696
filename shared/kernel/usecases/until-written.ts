import { pause, timeLeft } from '../deadline.ts';
import { apiErrors } from '../errors.ts';

/** What an attempt answers when somebody else wrote in between: it must read and decide again. */
export const lostRace = Symbol('lost race');

/** How long a pause between two attempts can be, in milliseconds; they grow up to it, so that a crowd thins out. */
const longestPause = 1_000;

/** After so many milliseconds no further attempt is made. */
const patience = 4_000;

/** Nor is one with less time left, in milliseconds: it might not be done before the request has to be answered. */
const longestAttempt = 4_000;

/**
 * Reads, decides and writes, again and again until no other writer comes in between.
 *
 * One of those who race always wins, so that all of them get through in time; a crowd that is too large for
 * that is told to try again. Error: 409 `request.contended` with `Retry-After`; nothing was written.
 */
export async function untilWritten<T>(attempt: () => Promise<T | typeof lostRace>): Promise<T> {
  const startedAt = performance.now();
  for (let count = 1; ; count += 1) {
    const result = await attempt();
    if (result !== lostRace) return result;
    const waited = performance.now() - startedAt;
    if (waited > patience || timeLeft() < longestAttempt) throw apiErrors.contended();
    await pause(Math.random() * Math.min(longestPause, 5 * 2 ** count));
  }
}
