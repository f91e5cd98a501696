/** The calls allowed per UTC minute and per UTC day. */
export interface RateLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

/** The limits of verify_rpn and registry search, per key and shared by both routes (spec 8). */
export const registryLimits: RateLimits = { perMinute: 50, perDay: 5000 };

/**
 * The calls counted so far. `minute` and `day` are the starts of the windows in Unix milliseconds.
 */
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
  /** The end of the window in Unix milliseconds. */
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
 * The count at `now` (Unix milliseconds), with ended windows reset to zero.
 *
 * A count from the future was written by a machine whose clock is ahead: its windows are used, so
 * machines whose clocks differ by a second still share a window.
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

/** The remaining calls within the limits. `allowed` is whether the current call was allowed. */
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

/** Whether one more call is allowed in both windows. */
export function hasCallsLeft(count: RateCount, limits: RateLimits): boolean {
  return count.inMinute < limits.perMinute && count.inDay < limits.perDay;
}

/** The window with the fewest remaining calls. */
export function tightestWindow(use: RateUse): WindowUse {
  return use.day.remaining < use.minute.remaining ? use.day : use.minute;
}
