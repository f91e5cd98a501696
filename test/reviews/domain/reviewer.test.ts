import { expect, it } from 'vitest';
import { isReviewer } from '../../../shared/reviews/reviewer.ts';

const reviewers = [' Rosa@Registry.example', 'straße@registry.example'];

it.each([
  ['rosa@registry.example', true, true],
  ['ROSA@REGISTRY.EXAMPLE ', true, true],
  ['STRASSE@registry.example', true, true],
  ['rosa@registry.example', false, false],
  ['rosa@registry.example.net', true, false],
  ['', true, false],
])('%j, verified %j: reviewer %j', (email, emailVerified, expected) => {
  expect(isReviewer({ email, emailVerified }, reviewers)).toBe(expected);
});

it('is nobody where the deployment names nobody', () => {
  expect(isReviewer({ email: '', emailVerified: true }, [])).toBe(false);
});
