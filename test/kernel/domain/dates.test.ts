import { expect, test } from 'vitest';
import { ageAt } from '../../../shared/kernel/domain/dates.ts';
import {
  formatDay,
  formatInstant,
  formatLastDay,
  formatTime,
  withLocalTimes,
} from '../../../shared/kernel/pages/format-dates.ts';

test.each([
  ['2026-11-20T23:59:59.999Z', '20 November 2026', '20 November 2026, 23:59:59 UTC'],
  ['2026-01-01T01:00:00+02:00', '31 December 2025', '31 December 2025, 23:00:00 UTC'],
  ['2024-02-29T00:00:00.000Z', '29 February 2024', '29 February 2024, 00:00:00 UTC'],
])('%s is %s in UTC', (iso, day, instant) => {
  expect([formatDay(iso), formatInstant(iso)]).toEqual([day, instant]);
});

test.each([
  // An hour that daylight saving repeats has the same local time and another time in UTC.
  ['Europe/Madrid', '2026-10-25T00:30:00.000Z', '00:30 UTC (02:30 in Madrid)'],
  ['Europe/Madrid', '2026-10-25T01:30:00.000Z', '01:30 UTC (02:30 in Madrid)'],
  ['Europe/Madrid', '2026-03-29T00:59:59.999Z', '00:59 UTC (01:59 in Madrid)'],
  ['Europe/Madrid', '2026-03-29T01:00:00.000Z', '01:00 UTC (03:00 in Madrid)'],
  ['Asia/Kolkata', '2026-03-03T14:05:00.000Z', '14:05 UTC (19:35 in Kolkata)'],
  ['Asia/Kathmandu', '2026-12-31T20:00:00.000Z', '20:00 UTC (1 January 2027, 01:45 in Kathmandu)'],
  ['America/Tegucigalpa', '2026-03-03T14:05:00.000Z', '14:05 UTC (08:05 in Tegucigalpa)'],
  ['America/Tegucigalpa', '2026-03-03T06:00:00.000Z', '06:00 UTC (00:00 in Tegucigalpa)'],
  [
    'America/Argentina/Buenos_Aires',
    '2026-03-01T02:59:00.000Z',
    '02:59 UTC (28 February 2026, 23:59 in Buenos Aires)',
  ],
  [undefined, '2026-03-03T14:05:00.000Z', '14:05 UTC'],
] as const)('in the time zone %s, %s is %s', (timeZone, iso, time) => {
  expect(formatTime(iso, { timeZone })).toBe(time);
});

test('the local time is in the reader’s language', () => {
  const reader = { locale: 'es', timeZone: 'America/Tegucigalpa' } as const;
  expect([
    formatTime('2026-03-03T14:05:00.000Z', reader),
    formatTime('2026-03-03T01:05:00.000Z', reader),
    formatLastDay('2026-03-03', reader),
  ]).toEqual([
    '14:05 UTC (08:05 en Tegucigalpa)',
    '01:05 UTC (2 de marzo de 2026, 19:05 en Tegucigalpa)',
    '3 de marzo de 2026 (UTC, fin: 18:00 en Tegucigalpa)',
  ]);
});

test.each([
  ['en', '2026-03-03T14:05:09.000Z', '3 March 2026, 14:05:09 UTC (08:05 in Tegucigalpa)'],
  [
    'en',
    '2026-12-01T03:00:00.000Z',
    '1 December 2026, 03:00:00 UTC (30 November 2026, 21:00 in Tegucigalpa)',
  ],
  ['es', '2026-03-03T14:05:09.000Z', '3 de marzo de 2026, 14:05:09 UTC (08:05 en Tegucigalpa)'],
] as const)('in a text in %s, the instant %s becomes %s', (locale, iso, words) => {
  const reader = { locale, timeZone: 'America/Tegucigalpa' } as const;
  const text = `On ${formatInstant(iso, locale)}, not on 31 Marchember 2026, 14:05:09 UTC, 31 February 2026, 14:05:09 UTC or 9 May 2026, 99:00:00 UTC.`;
  const local = text.replace(formatInstant(iso, locale), words);
  expect(withLocalTimes(text, reader)).toBe(local);
  expect(withLocalTimes(local, reader)).toBe(local);
  expect(withLocalTimes(text, { locale })).toBe(text);
});

// A deadline includes its whole UTC day: the next day's first instant is too late.
test.each([
  ['America/Tegucigalpa', '2026-03-03', '3 March 2026 (UTC, until 18:00 in Tegucigalpa)'],
  ['Asia/Kolkata', '2026-03-03', '3 March 2026 (UTC, until 4 March 2026, 05:30 in Kolkata)'],
  ['America/New_York', '2026-03-08', '8 March 2026 (UTC, until 20:00 in New York)'],
  ['America/New_York', '2026-03-07', '7 March 2026 (UTC, until 19:00 in New York)'],
  [undefined, '2026-12-31', '31 December 2026 (UTC)'],
] as const)('in the time zone %s, the last day %s is %s', (timeZone, day, words) => {
  expect(formatLastDay(day, { timeZone })).toBe(words);
});

test('an invalid instant throws a RangeError', () => {
  expect(() => formatDay('soon')).toThrow(new RangeError('Not an instant'));
});

test('a person’s age increases on their birthday', () => {
  expect([
    ageAt('2008-02-29', '2026-02-28T23:59:59.999Z'),
    ageAt('2008-02-29', '2026-03-01T00:00:00.000Z'),
    ageAt('2008-01-01', '2026-01-01T00:00:00.000Z'),
  ]).toEqual([17, 18, 18]);
});
