import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientNetwork } from '../../shared/domain/client-network.ts';
import { returnPath } from '../../shared/domain/return-path.ts';
import {
  newSession,
  type Session,
  type SessionStatus,
  sessionStatus,
  sessionStatuses,
  touchSession,
} from '../../shared/domain/session.ts';
import {
  type ChallengeCommand,
  type ChallengeStatus,
  challengeStatus,
  challengeStatuses,
  challengeTransitions,
  decideChallenge,
  drawCode,
  mostWrongCodes,
  newChallenge,
  type SignInChallenge,
} from '../../shared/domain/sign-in.ts';

const asked = new Date('2026-03-01T12:00:00.000Z');
const now = '2026-03-01T12:05:00.000Z';
const later = '2026-03-01T12:15:00.000Z';

describe('a challenge', () => {
  const waiting = newChallenge(asked);
  const open = { ...waiting, codeHash: 'one', codeExpiresAt: later };
  const challenges: Record<ChallengeStatus, SignInChallenge> = {
    waiting,
    open,
    lapsed: { ...open, codeExpiresAt: now },
    locked: { ...open, wrongCodes: mostWrongCodes },
    used: { ...open, usedAt: now },
    ended: { ...open, expiresAt: now },
  };
  const commands: Record<ChallengeCommand['type'], ChallengeCommand> = {
    deliver: { type: 'deliver', codeHash: 'two' },
    enterWrong: { type: 'enterWrong' },
    enterRight: { type: 'enterRight' },
  };
  /** Where each pair leads; a pair that is not here is refused. */
  const targets: Partial<
    Record<ChallengeStatus, Partial<Record<ChallengeCommand['type'], ChallengeStatus>>>
  > = {
    waiting: { deliver: 'open', enterWrong: 'waiting' },
    open: { deliver: 'open', enterWrong: 'open', enterRight: 'used' },
    lapsed: { deliver: 'open', enterWrong: 'lapsed' },
  };
  const everyPair = challengeStatuses.flatMap((status) =>
    Object.values(commands).map((command) => [status, command.type, command] as const),
  );

  it.each(everyPair)('that is %s answers %s as the table says', (status, type, command) => {
    const challenge = challenges[status];
    expect(challengeStatus(challenge, now)).toBe(status);
    const decision = decideChallenge(challenge, command, now);
    const target = targets[status]?.[type];
    expect(challengeTransitions[status].includes(type)).toBe(target !== undefined);
    if (target === undefined) expect(decision).toEqual({ ok: false, reason: status });
    else expect(decision.ok && challengeStatus(decision.next, now)).toBe(target);
  });

  it.each(['waiting', 'open', 'lapsed'] as const)('that is %s is locked by the fifth', (status) => {
    const fourth = { ...challenges[status], wrongCodes: 4 };
    expect(challengeStatus(fourth, now)).toBe(status);
    const fifth = decideChallenge(fourth, commands.enterWrong, now);
    expect(fifth.ok && challengeStatus(fifth.next, now)).toBe('locked');
  });

  it('keeps its wrong codes when a new code replaces the one before', () => {
    const tried = { ...open, wrongCodes: 3 };
    expect(decideChallenge(tried, commands.deliver, now)).toEqual({
      ok: true,
      next: { ...tried, codeHash: 'two', codeExpiresAt: '2026-03-01T12:15:00.000Z' },
    });
  });

  it('has a code for exactly ten minutes, and lives for exactly thirty', () => {
    const sent = decideChallenge(waiting, commands.deliver, asked.toISOString());
    const challenge = sent.ok ? sent.next : waiting;
    const at = (time: string) => challengeStatus(challenge, `2026-03-01T${time}Z`);
    expect(['12:09:59.999', '12:10:00.000', '12:29:59.999', '12:30:00.000'].map(at)).toEqual([
      'open',
      'lapsed',
      'lapsed',
      'ended',
    ]);
  });
});

describe('a code', () => {
  it('has six digits, zeros in front included', () => {
    expect(drawCode((bytes) => new Uint8Array(bytes))).toBe('000000');
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 6, maxLength: 6 }), (bytes) => {
        // The few values that would favour small codes are drawn again: for ever, from this source.
        fc.pre(bytes.some((byte) => byte < 255));
        expect(drawCode(() => bytes)).toMatch(/^\d{6}$/);
      }),
    );
  });
});

describe('a session', () => {
  const owner = { id: 'ada', status: 'active', credentialEpoch: 2 } as const;
  const session = newSession(owner, asked);
  const minutesLater = (minutes: number) => new Date(asked.getTime() + minutes * 60_000);
  const lastSeen = (minutesBefore: number, at: Date): Session => ({
    ...session,
    seenAt: new Date(at.getTime() - minutesBefore * 60_000).toISOString(),
  });
  const at = minutesLater(300);
  const sessions: Record<SessionStatus, Session> = {
    fresh: lastSeen(4, at),
    live: lastSeen(5, at),
    idle: lastSeen(120, at),
    expired: { ...lastSeen(1, at), expiresAt: at.toISOString() },
    void: { ...lastSeen(1, at), credentialEpoch: 1 },
  };

  it.each(sessionStatuses)('that is %s is touched as its status says', (status) => {
    const before = sessions[status];
    expect(sessionStatus(before, owner, at)).toBe(status);
    const touched = touchSession(before, owner, at);
    if (status === 'fresh') expect(touched).toEqual({ ok: true, next: before });
    else if (status === 'live') {
      expect(touched).toEqual({ ok: true, next: { ...before, seenAt: at.toISOString() } });
    } else expect(touched).toEqual({ ok: false, reason: status });
  });

  it.each([
    ['nobody', null],
    ['somebody else', { ...owner, id: 'bob' }],
    ['a deactivated account', { ...owner, status: 'deactivated' as const }],
    ['a reactivated account', { ...owner, credentialEpoch: 3 }],
  ])('is void for %s', (_, other) => {
    expect(sessionStatus(session, other, asked)).toBe('void');
  });

  it('ends after twelve hours in use, and after two without', () => {
    expect(session.expiresAt).toBe('2026-03-02T00:00:00.000Z');
    const status = (minutes: number, seen: number) =>
      sessionStatus(lastSeen(seen, minutesLater(minutes)), owner, minutesLater(minutes));
    expect([status(719, 1), status(720, 1), status(119, 119), status(120, 120)]).toEqual([
      'fresh',
      'expired',
      'live',
      'idle',
    ]);
  });
});

describe('the way on after signing in', () => {
  it.each([
    '/portal',
    '/portal/developer?after=a%20b&c=1',
    '/api/oauth/authorize?redirect_uri=https%3A%2F%2Fclient.example%2F&scope=openid+profile',
    '/sign/abc#part',
    '/',
    '/%5cevil.example',
    '/a//b',
  ])('is %s, a path of ours', (next) => {
    expect(returnPath(next)).toBe(next);
  });

  it.each([
    undefined,
    '',
    'portal',
    'https://evil.example',
    'https:evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/portal\\..\\evil',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' /portal',
    '/portal x',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    '/ü',
    '/portal\u0000',
    'javascript:alert(1)',
    '@evil.example',
    '.evil.example',
    ':80/',
    `/${'a'.repeat(4_000)}`,
  ])('is the portal instead of %j', (next) => {
    expect(returnPath(next)).toBe('/portal');
  });

  it('never leaves the origin, whatever is asked for', () => {
    const pieces = fc.constantFrom('/', '\\', '.', '..', ':', '@', '?', '#', '\t', '%2f', 'evil');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const path = returnPath(parts.join(''));
        const { origin, pathname } = new URL(path, 'https://registry.example');
        expect({ origin, doubled: pathname.startsWith('//') }).toEqual({
          origin: 'https://registry.example',
          doubled: false,
        });
      }),
    );
  });
});

describe('a client’s network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ])('is, for %s, %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});
