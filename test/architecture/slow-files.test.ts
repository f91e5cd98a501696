import { expect, it } from 'vitest';
import { isTooSlow } from '../support/slowest-files.ts';

it.each([
  ['is done in time', { file: 'a.test.ts', wall: 14_900, cpu: 14_000 }, false],
  ['takes too long', { file: 'a.test.ts', wall: 15_100, cpu: 8_000 }, true],
  ['waits for a busy machine', { file: 'a.test.ts', wall: 60_000, cpu: 7_000 }, false],
  ['is for test:all', { file: 'a.all.test.ts', wall: 60_000, cpu: 50_000 }, false],
  ['tests pages in a browser', { file: 'a.browser.test.ts', wall: 60_000, cpu: 50_000 }, false],
])('whether a file that %s fails the run', (_, taken, fails) => {
  expect(isTooSlow(taken)).toBe(fails);
});
