import { describe, expect, it } from 'vitest';
import {
  isKnownBrowser,
  type KnownAccount,
  knownBrowserLifetime,
  maxKnownAccounts,
  remember,
} from '../../../shared/sign-in/domain/known-browser.ts';

const browser = { personId: 'ada', credentialEpoch: 2, expiresAt: '2026-03-01T12:00:00.000Z' };
const ada = { id: 'ada', status: 'active', credentialEpoch: 2 } as const;
const before = '2026-03-01T11:59:59.999Z';

describe('a known browser', () => {
  it('is valid until it expires, 400 days after the sign-in', () => {
    expect(knownBrowserLifetime).toBe(400 * 86_400_000);
    expect(isKnownBrowser(browser, ada, before)).toBe(true);
    expect(isKnownBrowser(browser, ada, browser.expiresAt)).toBe(false);
  });

  it.each([
    ['without an account', null],
    ['of someone else', { ...ada, id: 'ben' }],
    ['of a deactivated account', { ...ada, status: 'deactivated' } as const],
    ['of an account that was deactivated and reactivated', { ...ada, credentialEpoch: 3 }],
  ])('is invalid %s', (_, owner) => {
    expect(isKnownBrowser(browser, owner, before)).toBe(false);
  });
});

describe('the accounts that a browser is known to', () => {
  const account = (personId: string, browserId = 'one'): KnownAccount => ({
    personId,
    browserId,
    address: personId,
  });
  const four = ['a', 'b', 'c', 'd'].map((personId) => account(personId));

  it('are the last four, newest first', () => {
    expect(maxKnownAccounts).toBe(4);
    expect(remember([], account('a'))).toEqual([account('a')]);
    expect(remember(four, account('e')).map(({ personId }) => personId)).toEqual([
      ...['e', 'a', 'b', 'c'],
    ]);
  });

  it('are listed once each, with the id of the last sign-in', () => {
    expect(remember(four, account('c', 'two'))).toEqual([
      account('c', 'two'),
      ...['a', 'b', 'd'].map((personId) => account(personId)),
    ]);
  });
});
