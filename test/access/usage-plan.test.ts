import { describe, expect, it } from 'vitest';
import {
  isMeteredAlone,
  meteringOf,
  type PlanName,
  planFor,
  planLabel,
  planNames,
  stageThrottle,
  type Throttle,
} from '../../shared/access/domain/usage-plan.ts';
import {
  countAt,
  hasCallsLeft,
  type RateCount,
  type RateLimits,
  registryLimits,
} from '../../shared/kernel/domain/rate-window.ts';

describe('the usage plan of a key', () => {
  it.each<[RateLimits | null, PlanName]>([
    [null, 'standard'],
    [{ perMinute: 1, perDay: 1 }, 'standard'],
    [registryLimits, 'standard'],
    [{ perMinute: 51, perDay: 5_000 }, 'large'],
    [{ perMinute: 50, perDay: 5_001 }, 'large'],
    [{ perMinute: 250, perDay: 25_000 }, 'large'],
    [{ perMinute: 251, perDay: 1 }, 'wide'],
    [{ perMinute: 1, perDay: 25_001 }, 'wide'],
    [{ perMinute: 1_000_000, perDay: 1_000_000_000 }, 'wide'],
  ])('with the limits %o is %s', (limits, plan) => {
    expect(planFor(limits)).toBe(plan);
  });

  it('is looser than the contract requires', () => {
    const { throttle, perDay } = meteringOf('standard');
    expect(throttle.burstLimit).toBeGreaterThanOrEqual(100);
    expect(throttle.rateLimit).toBeGreaterThanOrEqual(50 / 60);
    expect(perDay).toBeGreaterThanOrEqual(3 * 5_000);
  });

  it('never exceeds the throttle of the stage, which API Gateway might refuse', () => {
    for (const plan of planNames) {
      const { rateLimit, burstLimit } = meteringOf(plan).throttle;
      expect(rateLimit).toBeLessThanOrEqual(stageThrottle.rateLimit);
      expect(burstLimit).toBeLessThanOrEqual(stageThrottle.burstLimit);
    }
  });
});

/**
 * API Gateway's bucket as AWS describes it: `burstLimit` is its capacity, `rateLimit` the tokens that it gets back
 * in a second, and each call takes one. Times in milliseconds, which must not go back.
 */
function tokenBucket({ rateLimit, burstLimit }: Throttle) {
  let tokens = burstLimit;
  let last = 0;
  return (at: number): boolean => {
    tokens = Math.min(burstLimit, tokens + ((at - last) / 1000) * rateLimit);
    last = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** The exact count of the table, by its own rules. */
function exactCount(limits: RateLimits) {
  let stored: RateCount | null = null;
  return (at: number): boolean => {
    const count: RateCount = countAt(stored, at);
    const allowed = hasCallsLeft(count, limits);
    stored = allowed ? { ...count, inMinute: count.inMinute + 1, inDay: count.inDay + 1 } : count;
    return allowed;
  };
}

/** Numbers from 0 to 1, the same in each run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const start = Date.UTC(2026, 10, 22, 23, 50);
const minute = 60_000;

/** Arrival times of calls, in milliseconds after the start of a UTC minute; sorted. */
const arrivals: Readonly<Record<string, (limit: number) => readonly number[]>> = {
  'all at the end of a minute, and again at once': (limit) =>
    Array.from({ length: 30 }, (_, number) =>
      Array.from(
        { length: limit },
        (_each, call) => number * minute + (number % 2 === 0 ? minute - 1 : call / limit),
      ),
    ).flat(),
  'all at the beginning of each minute': (limit) =>
    Array.from({ length: 30 * limit }, (_, call) => Math.floor(call / limit) * minute),
  evenly: (limit) => Array.from({ length: 30 * limit }, (_, call) => (call * minute) / limit),
  'twice as many as are allowed, evenly, for half an hour': (limit) =>
    Array.from({ length: 60 * limit }, (_, call) => (call * minute) / (2 * limit)),
  'twice as many, in one moment of each minute': (limit) =>
    Array.from({ length: 60 * limit }, (_, call) => Math.floor(call / (2 * limit)) * minute),
  'by chance': (limit) => {
    const random = chance(7);
    return Array.from({ length: 30 * limit }, () => random() * 30 * minute).toSorted(
      (one, other) => one - other,
    );
  },
  'in bursts by chance': (limit) => {
    const random = chance(11);
    return Array.from({ length: 60 }, () => random() * 30 * minute)
      .toSorted((one, other) => one - other)
      .flatMap((at) => Array.from({ length: Math.ceil(random() * limit) }, () => at));
  },
};

describe('a call allowed by the exact count', () => {
  const keysOf: readonly [PlanName, RateLimits][] = [
    ['standard', registryLimits],
    ['standard', { perMinute: 10, perDay: 100 }],
    ['large', { perMinute: 250, perDay: 25_000 }],
    ['large', { perMinute: 51, perDay: 25_000 }],
  ];
  const cases = keysOf.flatMap(([plan, limits]) =>
    Object.keys(arrivals).flatMap((how) =>
      // Calls are counted after they pass API Gateway, whose clock differs.
      [0, 900, 59_000].map((delay) => ({ plan, limits, how, delay })),
    ),
  );

  it.each(cases)(
    'passes API Gateway: $plan, $limits.perMinute a minute, $how, counted $delay ms later',
    ({ plan, limits, how, delay }) => {
      const passes = tokenBucket(meteringOf(plan).throttle);
      const counts = exactCount(limits);
      const random = chance(limits.perMinute + delay);
      let refusedFirst = 0;
      let allowed = 0;
      for (const offset of arrivals[how]?.(limits.perMinute) ?? []) {
        const passed = passes(start + offset);
        const counted = counts(start + offset + random() * delay);
        if (counted) allowed += 1;
        if (counted && !passed) refusedFirst += 1;
      }
      expect(allowed).toBeGreaterThanOrEqual(Math.min(limits.perMinute, limits.perDay));
      expect(refusedFirst).toBe(0);
    },
  );

  it('could be refused by a token bucket sized for one minute', () => {
    const passes = tokenBucket({ rateLimit: 50 / 60, burstLimit: 50 });
    const counts = exactCount(registryLimits);
    const calls = arrivals['all at the end of a minute, and again at once']?.(50) ?? [];
    const refused = calls.filter((offset) => {
      const passed = passes(start + offset);
      return counts(start + offset) && !passed;
    });
    expect(refused.length).toBeGreaterThan(0);
  });

  it('passes the widest plan whenever it passes the stage', () => {
    const stage = tokenBucket(stageThrottle);
    const plan = tokenBucket(meteringOf('wide').throttle);
    const random = chance(3);
    let at = start;
    for (let call = 0; call < 100_000; call += 1) {
      at += random() * 3;
      const others = random() < 0.3;
      const passedStage = stage(at);
      if (!others && passedStage) expect(plan(at)).toBe(true);
    }
  });

  it('fits the plan’s daily quota at least twice, whenever API Gateway’s day begins', () => {
    expect(meteringOf('standard').perDay).toBeGreaterThanOrEqual(2 * registryLimits.perDay);
    expect([meteringOf('large').perDay, meteringOf('wide').perDay]).toEqual([null, null]);
  });
});

describe('a key has its own meter', () => {
  const now = new Date('2026-11-22T12:00:00.000Z');
  const placed = {
    gatewayKeyId: 'key1',
    gatewayPlan: 'stack/standard',
    gatewaySince: '2026-11-22T11:55:00.000Z',
  };

  it.each([
    ['its gateway key is in its plan for five minutes', placed, true],
    ['its gateway key is younger', { ...placed, gatewaySince: '2026-11-22T11:55:00.001Z' }, false],
    ['its gateway key is in another plan', { ...placed, gatewayPlan: 'former/standard' }, false],
    ['it has no gateway key', { gatewayKeyId: null }, false],
  ])('if %s: %s', (_, recorded, alone) => {
    expect(isMeteredAlone(recorded, planLabel('standard', 'stack'), now)).toBe(alone);
  });
});
