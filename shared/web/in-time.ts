import type { Context } from 'aws-lambda';
import { withinDeadline } from '../kernel/deadline.ts';

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
