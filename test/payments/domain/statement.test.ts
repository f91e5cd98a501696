import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  afterPage,
  firstProgress,
  followingDay,
  isStatementDue,
  settledDayToCheck,
  unreadSeconds,
} from '../../../shared/payments/domain/statement.ts';

const progress = {
  since: '2026-02-27',
  day: '2026-02-28',
  cursor: null,
  retryAt: null,
  failures: 0,
};

describe('the daily statement of a payment provider', () => {
  it('is due exactly three hours after the end of the day in UTC', () => {
    expect(isStatementDue(progress, '2026-03-01T02:59:59.999Z')).toBe(false);
    expect(isStatementDue(progress, '2026-03-01T03:00:00.000Z')).toBe(true);
  });

  it.each([
    ['2026-03-01T02:59:59.999Z', '2026-02-27'],
    ['2026-03-01T03:00:00.000Z', '2026-02-28'],
    ['2026-03-01T23:59:59.999Z', '2026-02-28'],
  ])('that is read first at %s is for %s', (now, day) => {
    const first = firstProgress(now);
    expect(first).toEqual({ since: day, day, cursor: null, retryAt: null, failures: 0 });
    expect(isStatementDue(first, now)).toBe(true);
    expect(isStatementDue(afterPage(first, null), now)).toBe(false);
  });

  it('continues page by page, and then with the next day', () => {
    const second = afterPage(progress, 'page-2');
    expect(second).toEqual({ ...progress, cursor: 'page-2' });
    expect(afterPage(second, null)).toEqual({ ...progress, day: '2026-03-01' });
    expect(followingDay('2028-02-28')).toBe('2028-02-29');
  });

  it('is retried without limit after pauses that grow up to six hours', () => {
    let now = '2026-03-01T03:00:00.000Z';
    const pauses: number[] = [];
    let failing: Parameters<typeof isStatementDue>[0] = progress;
    for (let times = 0; times < 8; times += 1) {
      failing = afterFailure(failing, now);
      const { retryAt } = failing;
      if (retryAt === null) throw new Error('it is given up');
      pauses.push((Date.parse(retryAt) - Date.parse(now)) / 60_000);
      expect(isStatementDue(failing, new Date(Date.parse(retryAt) - 1).toISOString())).toBe(false);
      now = retryAt;
    }
    expect(pauses).toEqual([15, 30, 60, 120, 240, 360, 360, 360]);
    expect(afterPage(failing, null)).toMatchObject({ retryAt: null, failures: 0 });
  });

  it('is compared with the settlements of a day once the three days around it are read', () => {
    expect(settledDayToCheck(progress, '2026-02-27')).toBe(null);
    expect(settledDayToCheck(progress, '2026-02-28')).toBe(null);
    expect(settledDayToCheck(progress, '2026-03-01')).toBe('2026-02-28');
  });

  it('is late by the time since the end of the last day that was read', () => {
    expect(unreadSeconds(progress, '2026-03-01T03:00:00.000Z')).toBe(27 * 3_600);
  });
});
