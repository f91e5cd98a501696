import { expect, it } from 'vitest';
import { namesAddress } from '../../shared/retention/domain/named-address.ts';

const ann = new Set(['ann@x.org']);

it.each([
  'ann@x.org',
  'Ann@X.org',
  'Write to ann@x.org.',
  'Ann <ann@x.org>, at home',
  'first line\nann@x.org\tand more',
  'a "quote" ann@x.org',
  'joann@x.org and ann@x.org',
])('the address is found in %j', (text) => {
  expect(namesAddress({ deep: [{ text }] }, ann)).toBe(true);
});

it.each([
  'joann@x.org',
  'jo.ann@x.org',
  'jo+ann@x.org',
  'ann@x.org.uk',
  'ann@x.organic',
  'ann@x-org',
  'ann@xyorg',
  'JOANN@x.org',
])('another address is not mistaken for it: %j', (text) => {
  expect(namesAddress({ deep: [{ text }] }, ann)).toBe(false);
});

it('special characters in an address are matched literally', () => {
  expect(namesAddress('to a+b-c@x-y.org', new Set(['a+b-c@x-y.org']))).toBe(true);
});
