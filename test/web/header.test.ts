import { expect, it } from 'vitest';
import { header } from '../../shared/web/http/header.ts';

/** An event as API Gateway makes it: the last line by itself, and all of them. */
const event = (lines: Readonly<Record<string, string[]>>) => ({
  headers: Object.fromEntries(Object.entries(lines).map(([name, all]) => [name, all.at(-1)])),
  multiValueHeaders: lines,
});

it('a header is found whatever the case of its name', () => {
  expect(header(event({ 'Content-Type': ['text/plain'] }), 'content-type')).toBe('text/plain');
  expect(header(event({ Accept: ['text/plain'] }), 'content-type')).toBeUndefined();
});

it('of a header that comes in several lines none is left out', () => {
  expect(header(event({ DPoP: ['a', 'b'] }), 'dpop')).toBe('a, b');
  expect(header(event({ DPoP: ['a'], dpop: ['b'] }), 'dpop')).toBe('a, b');
  expect(header(event({ cookie: ['a=1', 'b=2'] }), 'cookie')).toBe('a=1; b=2');
});
