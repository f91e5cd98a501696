import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countAt,
  hasCallsLeft,
  type RateCount,
  registryLimits,
  tightestWindow,
  useOf,
} from '../../../shared/kernel/domain/rate-window.ts';

const limits = { perMinute: 50, perDay: 5000 };
const counts = fc.record({
  minute: fc.nat(10_000_000).map((minutes) => minutes * 60_000),
  inMinute: fc.nat(60),
  inDay: fc.nat(5010),
});

describe('the windows of a rate limit (spec 8)', () => {
  it('never have more calls left than the limit, or fewer than zero', () => {
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

  it('are 50 calls in a minute and 5000 in a day', () => {
    expect(registryLimits).toEqual({ perMinute: 50, perDay: 5000 });
  });

  it('start at the UTC minute and day of the first call', () => {
    const now = Date.parse('2026-03-01T12:34:56.789Z');
    expect(countAt(null, now)).toEqual({
      minute: Date.parse('2026-03-01T12:34:00.000Z'),
      inMinute: 0,
      day: Date.parse('2026-03-01T00:00:00.000Z'),
      inDay: 0,
    });
  });

  it('are returned with the calls left and the reset time', () => {
    const count: RateCount = { minute: 60_000, inMinute: 12, day: 0, inDay: 4_999 };
    const minute = { name: 'minute', limit: 50, remaining: 38, resetAt: 120_000 };
    const day = { name: 'day', limit: 5000, remaining: 1, resetAt: 86_400_000 };
    expect(useOf(count, limits, true)).toEqual({ allowed: true, minute, day });
    expect(useOf(count, limits, false)).toEqual({ allowed: false, minute, day });
  });

  it('accept one more call below both limits', () => {
    const room = (inMinute: number, inDay: number) =>
      hasCallsLeft({ minute: 60_000, inMinute, day: 0, inDay }, limits);
    expect([room(49, 4_999), room(50, 4_999), room(49, 5_000), room(50, 5_000)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('report the window with the fewest calls left, or the minute if both are equal', () => {
    const tightest = (inMinute: number, inDay: number) =>
      tightestWindow(useOf({ minute: 0, inMinute, day: 0, inDay }, limits, true)).name;
    expect([tightest(0, 4_949), tightest(0, 4_950), tightest(0, 4_951)]).toEqual([
      'minute',
      'minute',
      'day',
    ]);
  });

  it('reset when they end', () => {
    const full: RateCount = { minute: 60_000, inMinute: 50, day: 0, inDay: 50 };
    expect(hasCallsLeft(countAt(full, 119_999), limits)).toBe(false);
    expect(countAt(full, 120_000)).toEqual({ minute: 120_000, inMinute: 0, day: 0, inDay: 50 });
    expect(countAt(full, 86_400_000)).toEqual({
      minute: 86_400_000,
      inMinute: 0,
      day: 86_400_000,
      inDay: 0,
    });
  });

  it('follow the later clock if two machines disagree', () => {
    const ahead: RateCount = { minute: 120_000, inMinute: 50, day: 0, inDay: 50 };
    expect(countAt(ahead, 119_000)).toEqual(ahead);
  });
});
