/** Calls that a key may make in one UTC minute and in one UTC day. */
export interface RateLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

/** Limits of verify_rpn and registry search, per key, over both routes (spec 8). */
export const registryLimits: RateLimits = { perMinute: 50, perDay: 5000 };

/** Calls counted so far. `minute` and `day` are the starts of the windows in Unix milliseconds. */
export interface RateCount {
  readonly minute: number;
  readonly inMinute: number;
  readonly day: number;
  readonly inDay: number;
}

export interface WindowUse {
  readonly name: 'minute' | 'day';
  readonly limit: number;
  readonly remaining: number;
  /** End of the window, Unix milliseconds. */
  readonly resetAt: number;
}

export interface RateUse {
  readonly allowed: boolean;
  readonly minute: WindowUse;
  readonly day: WindowUse;
}

const minuteLength = 60_000;
const dayLength = 86_400_000;

/**
 * The count as it is at `now` (Unix milliseconds), with the windows that have ended set to zero.
 *
 * A count that is ahead of `now` was written by a machine whose clock runs ahead: its windows stay,
 * so that two machines that disagree by a second still share one window.
 */
export function countAt(count: RateCount | null, now: number): RateCount {
  const minute = Math.max(now - (now % minuteLength), count?.minute ?? 0);
  const day = Math.max(now - (now % dayLength), count?.day ?? 0);
  return {
    minute,
    inMinute: count?.minute === minute ? count.inMinute : 0,
    day,
    inDay: count?.day === day ? count.inDay : 0,
  };
}

/**
 * How many calls the count leaves within the limits. `allowed`: whether the call that is being made goes
 * through.
 */
export function useOf(count: RateCount, limits: RateLimits, allowed: boolean): RateUse {
  return {
    allowed,
    minute: {
      name: 'minute',
      limit: limits.perMinute,
      remaining: Math.max(0, limits.perMinute - count.inMinute),
      resetAt: count.minute + minuteLength,
    },
    day: {
      name: 'day',
      limit: limits.perDay,
      remaining: Math.max(0, limits.perDay - count.inDay),
      resetAt: count.day + dayLength,
    },
  };
}

/** Whether one more call fits into both windows. */
export function hasCallsLeft(count: RateCount, limits: RateLimits): boolean {
  return count.inMinute < limits.perMinute && count.inDay < limits.perDay;
}

/** The window that a caller must mind: the one with the fewest calls left. */
export function tightestWindow(use: RateUse): WindowUse {
  return use.day.remaining < use.minute.remaining ? use.day : use.minute;
}
