import type { Context } from 'aws-lambda';
import { withinDeadline } from '../kernel/deadline.ts';

/** What is left of a function's time when its work has to end, in milliseconds: enough to answer. */
export const answerReserve = 1_500;

/** Does the work of a function within what is left of its time; without limit where nobody says what that is. */
export function inTime<T>(
  context: Pick<Context, 'getRemainingTimeInMillis'> | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const remaining = context?.getRemainingTimeInMillis?.();
  return remaining === undefined ? work() : withinDeadline(remaining - answerReserve, work);
}
