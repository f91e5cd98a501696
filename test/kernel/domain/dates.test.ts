import { expect, test } from 'vitest';
import { ageAt } from '../../../shared/kernel/domain/dates.ts';
import { dayInWords, instantInWords } from '../../../shared/kernel/pages/dates-in-words.ts';

test.each([
  ['2026-11-20T23:59:59.999Z', '20 November 2026', '20 November 2026, 23:59:59 UTC'],
  ['2026-01-01T01:00:00+02:00', '31 December 2025', '31 December 2025, 23:00:00 UTC'],
  ['2024-02-29T00:00:00.000Z', '29 February 2024', '29 February 2024, 00:00:00 UTC'],
])('%s is %s in UTC', (iso, day, instant) => {
  expect([dayInWords(iso), instantInWords(iso)]).toEqual([day, instant]);
});

test('an invalid instant throws a RangeError', () => {
  expect(() => dayInWords('soon')).toThrow(new RangeError('Not an instant'));
});

test('a person’s age increases on their birthday', () => {
  expect([
    ageAt('2008-02-29', '2026-02-28T23:59:59.999Z'),
    ageAt('2008-02-29', '2026-03-01T00:00:00.000Z'),
    ageAt('2008-01-01', '2026-01-01T00:00:00.000Z'),
  ]).toEqual([17, 18, 18]);
});
