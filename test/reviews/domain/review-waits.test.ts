import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { waitOf, waitsOf } from '../../../shared/reviews/domain/queue.ts';

describe('review waiting times', () => {
  it('are null without decisions', () => {
    expect(waitsOf([])).toBeNull();
  });

  it.each([
    [[7], { decided: 1, medianSeconds: 7, p90Seconds: 7 }],
    [[2, 1], { decided: 2, medianSeconds: 1, p90Seconds: 2 }],
    [[10, 9, 8, 7, 6, 5, 4, 3, 2, 1], { decided: 10, medianSeconds: 5, p90Seconds: 9 }],
    [[...Array(11).keys()], { decided: 11, medianSeconds: 5, p90Seconds: 9 }],
  ])('of %j are values that occurred', (seconds, waits) => {
    expect(waitsOf(seconds)).toEqual(waits);
  });

  it('cover at least half of the cases (median) and nine of ten (p90)', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 50 }), (seconds) => {
        const waits = waitsOf(seconds);
        const within = (limit = 0) => seconds.filter((each) => each <= limit).length;
        expect(within(waits?.medianSeconds) * 2).toBeGreaterThanOrEqual(seconds.length);
        expect(within(waits?.p90Seconds) * 10).toBeGreaterThanOrEqual(seconds.length * 9);
        expect(seconds).toContain(waits?.medianSeconds);
        expect(seconds).toContain(waits?.p90Seconds);
      }),
    );
  });

  it('are never negative, even if clocks disagree', () => {
    const [early, late] = ['2026-11-23T08:00:00.000Z', '2026-11-23T08:00:01.400Z'];
    expect(waitOf({ createdAt: early, decidedAt: late })).toBe(1);
    expect(waitOf({ createdAt: late, decidedAt: early })).toBe(0);
  });
});
