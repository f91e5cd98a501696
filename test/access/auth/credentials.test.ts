import { describe, expect, it } from 'vitest';
import {
  composeKey,
  hashKey,
  type KeyPrefix,
  keyKind,
} from '../../../shared/access/auth/api-key.ts';
import {
  authorizerContext,
  type Finding,
  readAuthorizerContext,
} from '../../../shared/access/auth/authorizer-context.ts';
import { actorOf } from '../../../shared/access/auth/caller.ts';
import {
  challengeOf,
  hashSecret,
  isRefreshToken,
  newClientSecret,
  newCode,
  newRefreshToken,
} from '../../../shared/oauth/auth/oauth-token.ts';
import { deviceProof, isDeviceProof } from '../../../shared/oauth/auth/session-derived.ts';
import {
  newSessionToken,
  personActor,
  sessionCookieValue,
  sessionFormToken,
  sessionReference,
  sessionTokenOf,
} from '../../../shared/sign-in/auth/session.ts';

/**
 * Formats of credentials in use, and of what is stored for them. Both must stay unchanged, or issued credentials
 * stop working.
 */

/** 32 bytes: 0, 1, 2 … */
const bytes = Uint8Array.from({ length: 32 }, (_, index) => index);
/** The requested number of zero bytes, which base 62 encodes as zeros. */
const zeros = (count: number) => new Uint8Array(count);
/** The numbers of random bytes that a generator requests. */
function asked(make: (random: (count: number) => Uint8Array) => unknown): number[] {
  const counts: number[] = [];
  make((count) => {
    counts.push(count);
    return zeros(count);
  });
  return counts;
}

describe('an API key (spec 5)', () => {
  const standard = 'sk-003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlfPL3Ths';

  it('consists of its prefix, 32 bytes in base 62, and a checksum', () => {
    expect(composeKey('sk-', bytes)).toBe(standard);
    expect(composeKey('sk-', new Uint8Array(32).fill(255))).toMatch(/^sk-[0-9A-Za-z]{49}$/);
  });

  it.each([
    ['sk-', 'standard'],
    ['ak-', 'agent'],
    ['pk-', 'partner'],
  ] as const)('that starts with %s is of the kind %s', (prefix, kind) => {
    expect(keyKind(composeKey(prefix, bytes))).toBe(kind);
  });

  it('is invalid if any character is changed', () => {
    for (let index = 3; index < standard.length; index += 1) {
      const other = standard[index] === 'A' ? 'B' : 'A';
      expect(keyKind(standard.slice(0, index) + other + standard.slice(index + 1))).toBeNull();
    }
  });

  it.each([
    ['another prefix', composeKey('xk-' as KeyPrefix, bytes)],
    ['a character before it', ` ${standard}`],
    ['a prefix that ends like a valid one', composeKey('xsk-' as KeyPrefix, bytes)],
    ['too long, with a matching checksum', composeKey('sk-A' as KeyPrefix, bytes)],
    ['a character after it', `${standard} `],
    ['a line break after it', `${standard}\n`],
    ['one character short', composeKey('sk-', bytes).slice(0, -1)],
    ['one character long', `${standard}0`],
    ['characters outside base 62', `sk-${'é'.repeat(49)}`],
    ['empty', ''],
  ])('is invalid: %s', (_, text) => {
    expect(keyKind(text)).toBeNull();
  });

  it('is stored as its SHA-256', () => {
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('OAuth secrets', () => {
  it('have 256 random bits each', () => {
    expect([newClientSecret, newCode, newRefreshToken, newSessionToken].map(asked)).toEqual([
      [32],
      [32],
      [32],
      [32],
    ]);
    expect(newClientSecret(() => bytes)).toBe('003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf');
    expect(newCode(() => bytes)).toBe('003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf');
    expect(newRefreshToken(() => bytes)).toBe('rt_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf');
    expect(newSessionToken(() => bytes)).toBe('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8');
  });

  it('are stored as their SHA-256', () => {
    expect(hashSecret('abc')).toBe(hashKey('abc'));
  });

  it('that refresh are recognized by their prefix', () => {
    expect([isRefreshToken('rt_x'), isRefreshToken('x_rt_'), isRefreshToken('eyJ')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('are challenged as in RFC 7636, appendix B', () => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    expect(challengeOf(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
  });
});

describe('a session’s secret', () => {
  const token = 'A'.repeat(43);
  const person = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

  it('is set in a cookie together with the person’s id', () => {
    const cookie = sessionCookieValue(token, person);
    expect(cookie).toBe(`${token}.${person}`);
    expect(sessionTokenOf(cookie)).toBe(token);
  });

  it.each([
    undefined,
    '',
    token,
    `${token}.`,
    `${token}.${person}x`,
    `x${token}.${person}`,
    `${token}!${person}`,
    `${token.slice(1)}.${person}`,
    `${token}.${person.slice(1)}`,
    `${token.slice(1)}é.${person}`,
  ])('is not read from the cookie %j', (cookie) => {
    expect(sessionTokenOf(cookie)).toBeNull();
  });

  it('yields a different form token, session reference and device code proof', () => {
    expect(sessionFormToken(token)).toBe('F2nLvPvu8zAIKUXc6sYewg');
    expect(sessionReference(token)).toBe('jdR5OQmwe5XKITGQijWR6RwB4KWk-IO2L5SqhcaXUTw');
    expect(deviceProof(token, 'BCDF-GHJK')).toBe('miBS3-Ts0qN14o4c5Q6nfT');
    expect(sessionFormToken('B'.repeat(43))).not.toBe(sessionFormToken(token));
  });

  it('proves one code in one session', () => {
    const proof = deviceProof(token, 'BCDF-GHJK');
    expect(isDeviceProof(proof, token, 'BCDF-GHJK')).toBe(true);
    expect(isDeviceProof(proof, token, 'BCDF-GHJL')).toBe(false);
    expect(isDeviceProof(proof, 'B'.repeat(43), 'BCDF-GHJK')).toBe(false);
    for (const other of ['', proof.slice(1), `${proof}A`, `A${proof.slice(1)}`]) {
      expect(isDeviceProof(other, token, 'BCDF-GHJK')).toBe(false);
    }
  });
});

const key = {
  keyId: 'k',
  label: null,
  scopes: ['agent:entity.read'],
  limits: { perMinute: 5, perDay: 10 },
  createdAt: '2026-01-01T00:00:00.000Z',
  lastFour: 'abcd',
  counterId: 'c',
} as const;
const standard = { ...key, kind: 'standard', personId: 'p' } as const;
const agent = { ...key, kind: 'agent', personId: 'p' } as const;
const partner = { ...key, kind: 'partner', integrationId: 'i' } as const;

describe('the audit trail', () => {
  it.each([
    [
      { kind: 'operator', principal: 'arn:aws:iam::111122223333:user/olga' },
      { kind: 'operator', id: 'arn:aws:iam::111122223333:user/olga', personId: null },
    ],
    [
      { kind: 'operator', principal: 'p' },
      { kind: 'operator', id: 'p', personId: 'p' },
    ],
    [standard, { kind: 'standard_key', id: 'k', personId: 'p' }],
    [agent, { kind: 'agent_key', id: 'k', personId: 'p' }],
    [partner, { kind: 'partner_key', id: 'k', personId: null }],
    [
      { kind: 'oauth', clientId: 'c', personId: 'p' },
      { kind: 'oauth_client', id: 'c', personId: 'p' },
    ],
    [{ kind: 'anonymous' }, { kind: 'system', id: null, personId: null }],
  ] as const)('names %j', (caller, actor) => {
    // No other field of a caller is read.
    expect(actorOf(caller as Parameters<typeof actorOf>[0])).toEqual(actor);
  });

  it('names a signed-in person', () => {
    expect(personActor('p')).toEqual({ kind: 'person', id: 'p', personId: 'p' });
  });
});

describe('what the authorizer passes on', () => {
  const over = (finding: Finding) => readAuthorizerContext(authorizerContext(finding));

  it.each([
    standard,
    agent,
    partner,
    { ...standard, limits: null, label: 'x', counterId: undefined },
  ])('is the caller, as strings only: $kind', (caller) => {
    expect(over({ outcome: 'caller', caller })).toEqual(JSON.parse(JSON.stringify(caller)));
    const texts = Object.values(authorizerContext({ outcome: 'caller', caller }));
    expect(texts.map((text) => typeof text)).toEqual(['string', 'string']);
  });

  it('is the reason for a missing caller, which the function returns', () => {
    expect(() => over({ outcome: 'missing' })).toThrow('Missing API key');
    expect(() => over({ outcome: 'invalid' })).toThrow('Invalid API key');
  });

  it.each([null, undefined, {}, { outcome: 'other' }])(
    'is null if the context has no outcome: %j',
    (context) => {
      expect(readAuthorizerContext(context)).toBeNull();
    },
  );

  it.each([
    { ...standard, kind: 'partner' },
    { ...standard, personId: undefined },
    { ...partner, integrationId: undefined },
    { ...partner, kind: 'oauth' },
    { ...standard, scopes: [1] },
    { ...standard, limits: { perMinute: 1 } },
    { ...standard, limits: { perDay: 1.5, perMinute: 1 } },
    { ...standard, keyId: 1 },
    { ...standard, label: undefined },
    { ...standard, createdAt: undefined },
    { ...standard, lastFour: undefined },
  ])('makes the function fail if the caller is malformed: %j', (caller) => {
    expect(() =>
      readAuthorizerContext({ outcome: 'caller', caller: JSON.stringify(caller) }),
    ).toThrow();
  });
});
