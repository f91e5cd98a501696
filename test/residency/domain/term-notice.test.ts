import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysLater, daysUntil } from '../../../shared/kernel/domain/dates.ts';
import { dueNotice, madeUpDays, noticeSteps } from '../../../shared/residency/domain/term.ts';

const day = 86_400_000;
const since = '2026-01-01T00:00:00.000Z';
const endsAt = '2027-03-01T00:00:00.000Z';
const dayBefore = (days: number, time = 'T12:00:00.000Z') =>
  `${new Date(Date.parse(endsAt) - days * day).toISOString().slice(0, 10)}${time}`;

describe('the expiry notice that is due', () => {
  it.each([
    [61, null],
    [60, 60],
    [59, 60],
    [31, 60],
    [30, 30],
    [8, 30],
    [7, 7],
    [1, 7],
    [0, 0],
    [-1, 0],
    [-madeUpDays, 0],
    [-madeUpDays - 1, null],
  ])('%i days before the end is the notice of %s days', (days, step) => {
    expect(dueNotice({ since, endsAt }, dayBefore(days))).toBe(step);
  });

  it('depends on UTC days, from the first to the last moment of a day', () => {
    const term = { since, endsAt: '2027-03-01T23:59:59.999Z' };
    expect(dueNotice(term, dayBefore(61, 'T23:59:59.999Z'))).toBeNull();
    expect(dueNotice(term, dayBefore(60, 'T00:00:00.000Z'))).toBe(60);
    expect(dueNotice(term, dayBefore(31, 'T23:59:59.999Z'))).toBe(60);
    expect(dueNotice(term, dayBefore(30, 'T00:00:00.000Z'))).toBe(30);
    expect(daysUntil('2027-03-01T00:00:00.000Z', '2027-02-28T23:59:59.999Z')).toBe(1);
    expect(daysLater('2027-12-31T23:00:00.000Z', 60)).toBe('2028-02-29');
  });

  it('is none if its day was before the term began', () => {
    const of = (days: number) => dueNotice({ since: dayBefore(days), endsAt }, dayBefore(days));
    expect([60, 59, 30, 29, 7, 6, 0].map(of)).toEqual([60, null, 30, null, 7, null, 0]);
  });

  it('comes in order and never twice, even if some days have no run', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -20, max: 90 }), { maxLength: 60 }), (days) => {
        const notified: number[] = [];
        for (const left of days.toSorted((one, other) => other - one)) {
          const step = dueNotice({ since, endsAt }, dayBefore(left));
          if (step === null || notified.includes(step)) continue;
          expect(step).toBeLessThan(notified.at(-1) ?? Number.POSITIVE_INFINITY);
          notified.push(step);
        }
      }),
    );
    expect([...noticeSteps]).toEqual(noticeSteps.toSorted((one, other) => other - one));
  });
});
