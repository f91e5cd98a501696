import { describe, expect, it } from 'vitest';
import {
  agentScopes,
  canWrite,
  oauthScopes,
  partnerScopes,
} from '../../../shared/kernel/domain/scopes.ts';
import { isClientId } from '../../../shared/oauth/domain/client-metadata.ts';
import {
  intersection,
  isClientScope,
  isSubset,
  opensEntities,
  union,
} from '../../../shared/oauth/domain/oauth-scope.ts';

/** Spec 5. */
describe('scopes of keys', () => {
  it.each([
    'agent:entity.application.create',
    'agent:entity.application.pay',
    'agent:entity.filing.create',
    'agent:entity.filing.pay',
  ])('%s writes, and needs the Manifestation of Will', (scope) => {
    expect(canWrite([scope])).toBe(true);
    expect(canWrite(['agent:entity.read', scope])).toBe(true);
  });

  it('other than these are read-only', () => {
    const writing = agentScopes.filter((scope) => canWrite([scope]));
    expect(writing).toHaveLength(4);
    expect(canWrite([])).toBe(false);
    expect(canWrite(agentScopes.filter((scope) => !writing.includes(scope)))).toBe(false);
  });

  it('of agents, partners and clients are separate lists', () => {
    const all = [...agentScopes, ...partnerScopes, ...oauthScopes];
    expect(new Set(all).size).toBe(all.length);
    expect(agentScopes.every((scope) => scope.startsWith('agent:'))).toBe(true);
    expect(partnerScopes.every((scope) => scope.startsWith('partner:'))).toBe(true);
  });
});

describe('scopes of OAuth', () => {
  it('are case-sensitive', () => {
    expect(oauthScopes.every(isClientScope)).toBe(true);
    for (const other of ['', 'OPENID', 'open', 'openid ', 'partner:events.read']) {
      expect(isClientScope(other)).toBe(false);
    }
  });

  it('give access to legal entities or not', () => {
    expect(oauthScopes.filter((scope) => opensEntities([scope]))).toEqual([
      'service:entity.read',
      'service:entity.documents.read',
    ]);
    expect(opensEntities([])).toBe(false);
    expect(opensEntities(['openid', 'service:entity.read'])).toBe(true);
  });

  it('are compared as sets and keep the order of the first', () => {
    expect(intersection(['c', 'a', 'b'], ['a', 'c', 'd'])).toEqual(['c', 'a']);
    expect(union(['b', 'a'], ['a', 'c', 'c'])).toEqual(['b', 'a', 'c']);
    expect([isSubset([], []), isSubset(['a'], ['b', 'a']), isSubset(['a', 'c'], ['a'])]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('the id of a client', () => {
  it.each([
    'abc',
    'eprospera-cli',
    '0.1_a',
    'a'.repeat(64),
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  ])('can be %s', (text) => {
    expect(isClientId(text)).toBe(true);
  });

  it.each(['', 'ab', 'a'.repeat(65), 'Abc', 'a b c', ' abc', 'abc ', 'abc\n', 'a#b#c', 'äbc'])(
    'can not be %j',
    (text) => {
      expect(isClientId(text)).toBe(false);
    },
  );
});
