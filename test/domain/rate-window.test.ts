import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countAt, hasRoom, type RateCount, useOf } from '../../shared/domain/rate-window.ts';

const limits = { perMinute: 50, perDay: 5000 };
const counts = fc.record({
  minute: fc.nat(10_000_000).map((minutes) => minutes * 60_000),
  inMinute: fc.nat(60),
  inDay: fc.nat(5010),
});

describe('the windows of a rate limit (spec 8)', () => {
  it('never leave more than the limits or less than nothing', () => {
    fc.assert(
      fc.property(counts, fc.nat(2_000_000_000), (fields, later) => {
        const day = fields.minute - (fields.minute % 86_400_000);
        const count: RateCount = { ...fields, day };
        const use = useOf(countAt(count, fields.minute + later), limits, true);
        for (const window of [use.minute, use.day]) {
          expect(window.remaining).toBeGreaterThanOrEqual(0);
          expect(window.remaining).toBeLessThanOrEqual(window.limit);
          expect(window.resetAt).toBeGreaterThan(fields.minute + later);
        }
      }),
    );
  });

  it('start empty when the time has come', () => {
    const full: RateCount = { minute: 60_000, inMinute: 50, day: 0, inDay: 50 };
    expect(hasRoom(countAt(full, 119_999), limits)).toBe(false);
    expect(countAt(full, 120_000)).toEqual({ minute: 120_000, inMinute: 0, day: 0, inDay: 50 });
    expect(countAt(full, 86_400_000)).toEqual({
      minute: 86_400_000,
      inMinute: 0,
      day: 86_400_000,
      inDay: 0,
    });
  });

  it('stay those of the clock that runs ahead, when two machines disagree', () => {
    const ahead: RateCount = { minute: 120_000, inMinute: 50, day: 0, inDay: 50 };
    expect(countAt(ahead, 119_000)).toEqual(ahead);
  });
});
