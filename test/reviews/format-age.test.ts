import { expect, it } from 'vitest';
import { formatAge } from '../../shared/service/pages/queue-page.ts';

const now = new Date('2026-03-10T12:00:00.000Z');

it.each([
  ['2026-03-10T12:00:30.000Z', 'less than a minute'],
  ['2026-03-10T11:58:59.000Z', '1 minute'],
  ['2026-03-10T11:00:01.000Z', '59 minutes'],
  ['2026-03-10T11:00:00.000Z', '1 hour'],
  ['2026-03-08T12:00:01.000Z', '47 hours'],
  ['2026-03-08T12:00:00.000Z', '2 days'],
])('the age of a review since %s is shown as %s', (since, words) => {
  expect(formatAge(since, now)).toBe(words);
});
