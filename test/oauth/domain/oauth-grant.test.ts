import { expect, it } from 'vitest';
import { authMethods } from '../../../shared/oauth/domain/client-security.ts';
import { opensWith } from '../../../shared/oauth/domain/oauth-grant.ts';

it('a refresh token comes with another key where the client proves itself, and nowhere without a proof', () => {
  const bound = { jkt: 'first' };
  const taken = (grant: { jkt?: string }, jkt: string | undefined) =>
    authMethods.filter((method) => opensWith(grant, jkt, method));
  expect(taken(bound, 'first')).toEqual(authMethods);
  expect(taken(bound, 'another')).toEqual(['client_secret', 'private_key_jwt']);
  expect(taken(bound, undefined)).toEqual([]);
  expect(taken({}, undefined)).toEqual(authMethods);
  expect(taken({}, 'another')).toEqual(authMethods);
});
