import { expect, it } from 'vitest';
import { authMethods } from '../../../shared/oauth/domain/client-metadata.ts';
import { opensWith } from '../../../shared/oauth/domain/oauth-grant.ts';

it('a bound refresh token needs a proof, with another key only if the client authenticates', () => {
  const bound = { jkt: 'first' };
  const taken = (grant: { jkt?: string }, jkt: string | undefined) =>
    authMethods.filter((method) => opensWith(grant, { jkt }, method));
  expect(taken(bound, 'first')).toEqual(authMethods);
  expect(taken(bound, 'another')).toEqual(['client_secret', 'private_key_jwt']);
  expect(taken(bound, undefined)).toEqual([]);
  expect(taken({}, undefined)).toEqual(authMethods);
  expect(taken({}, 'another')).toEqual(authMethods);
});

it('an attested instance’s refresh token is valid with another DPoP key, but for no other instance', () => {
  const grant = { jkt: 'first', instance: 'phone' };
  const opens = (proved: { jkt?: string; instance?: string }) =>
    opensWith(grant, proved, 'attest_jwt_client_auth');
  expect(opens({ jkt: 'first', instance: 'phone' })).toBe(true);
  expect(opens({ jkt: 'another', instance: 'phone' })).toBe(true);
  expect(opens({ instance: 'phone' })).toBe(false);
  expect(opens({ jkt: 'first', instance: 'tablet' })).toBe(false);
  expect(opens({ jkt: 'first' })).toBe(false);
});
