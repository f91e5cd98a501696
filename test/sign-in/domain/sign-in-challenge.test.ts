import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientNetwork, clientSite } from '../../../shared/kernel/domain/client-network.ts';
import { bareCode } from '../../../shared/kernel/domain/code.ts';
import {
  browserName,
  isKnownBrowser,
  maxKnownAccounts,
  remember,
} from '../../../shared/sign-in/domain/known-browser.ts';
import {
  isRecent,
  newSession,
  type Session,
  type SessionStatus,
  sessionStatus,
  sessionStatuses,
  touchSession,
} from '../../../shared/sign-in/domain/session.ts';
import {
  type ChallengeCommand,
  type ChallengeStatus,
  challengeStatus,
  challengeStatuses,
  challengeTransitions,
  decideChallenge,
  maxWrongCodes,
  newChallenge,
  type SignInChallenge,
  takesCodes,
} from '../../../shared/sign-in/domain/sign-in-challenge.ts';
import { codeKindOf, drawCode, shownCode } from '../../../shared/sign-in/domain/sign-in-code.ts';
import { returnPath } from '../../../shared/sign-in/domain/sign-in-reason.ts';

const asked = new Date('2026-03-01T12:00:00.000Z');
const now = '2026-03-01T12:05:00.000Z';
const later = '2026-03-01T12:15:00.000Z';

describe('a sign-in challenge', () => {
  const waiting = newChallenge(asked, 'long');
  const open = { ...waiting, codeHash: 'one', codeExpiresAt: later };
  const challenges: Record<ChallengeStatus, SignInChallenge> = {
    waiting,
    unsent: newChallenge(asked, 'none'),
    open,
    lapsed: { ...open, codeExpiresAt: now },
    locked: { ...open, wrongCodes: maxWrongCodes },
    used: { ...open, usedAt: now },
    ended: { ...open, expiresAt: now },
  };
  const commands: Record<ChallengeCommand['type'], ChallengeCommand> = {
    deliver: { type: 'deliver', codeHash: 'two' },
    enterWrong: { type: 'enterWrong' },
    enterRight: { type: 'enterRight' },
    enterNewest: { type: 'enterNewest' },
    lend: { type: 'lend' },
  };
  /** The next status for each pair; a missing pair is refused. */
  const targets: Partial<
    Record<ChallengeStatus, Partial<Record<ChallengeCommand['type'], ChallengeStatus>>>
  > = {
    waiting: { deliver: 'open', enterWrong: 'waiting', enterNewest: 'used' },
    unsent: { enterWrong: 'unsent', enterNewest: 'used' },
    open: {
      deliver: 'open',
      enterWrong: 'open',
      enterRight: 'used',
      enterNewest: 'used',
      lend: 'used',
    },
    lapsed: { deliver: 'open', enterWrong: 'lapsed', enterNewest: 'used' },
    locked: { lend: 'used' },
  };
  const everyPair = challengeStatuses.flatMap((status) =>
    Object.values(commands).map((command) => [status, command.type, command] as const),
  );

  it.each(everyPair)(
    'that is %s handles the command %s as the transition table says',
    (status, type, command) => {
      const challenge = challenges[status];
      expect(challengeStatus(challenge, now)).toBe(status);
      const decision = decideChallenge(challenge, command, now);
      const target = targets[status]?.[type];
      expect(challengeTransitions[status][type]?.includes(target ?? 'waiting') ?? false).toBe(
        target !== undefined,
      );
      expect(takesCodes(challenge, now)).toBe(targets[status]?.enterWrong !== undefined);
      if (target === undefined) expect(decision).toEqual({ ok: false, reason: status });
      else expect(decision.ok && challengeStatus(decision.next, now)).toBe(target);
    },
  );

  it.each(['waiting', 'unsent', 'open', 'lapsed'] as const)(
    'that is %s is locked by the fifth wrong code',
    (status) => {
      const fourth = { ...challenges[status], wrongCodes: 4 };
      expect(challengeStatus(fourth, now)).toBe(status);
      const fifth = decideChallenge(fourth, commands.enterWrong, now);
      expect(fifth.ok && challengeStatus(fifth.next, now)).toBe('locked');
    },
  );

  it('keeps its count of wrong codes when a new code replaces the previous one', () => {
    const tried = { ...open, code: 'short' as const, wrongCodes: 3 };
    expect(decideChallenge(tried, commands.deliver, now)).toEqual({
      ok: true,
      next: { ...tried, codeHash: 'two', codeExpiresAt: '2026-03-01T12:15:00.000Z' },
    });
  });

  const times = ['12:09:59.999', '12:10:00.000', '12:29:59.999', '12:30:00.000'];
  const statusesOf = (code: 'short' | 'long') => {
    const asks = newChallenge(asked, code);
    const sent = decideChallenge(asks, commands.deliver, asked.toISOString());
    const challenge = sent.ok ? sent.next : asks;
    return times.map((time) => challengeStatus(challenge, `2026-03-01T${time}Z`));
  };

  it('has a short code for exactly ten minutes, and expires after exactly thirty', () => {
    expect(statusesOf('short')).toEqual(['open', 'lapsed', 'lapsed', 'ended']);
  });

  it('has a long code until it expires', () => {
    expect(statusesOf('long')).toEqual(['open', 'open', 'open', 'ended']);
  });

  it.each([
    ['a short code', { ...open, code: 'short' as const }],
    ['a long code that has expired', { ...challenges.locked, codeExpiresAt: now }],
    ['no code yet', { ...challenges.locked, codeExpiresAt: null }],
  ])('does not share a code with other browsers if it has %s', (_, challenge) => {
    expect(decideChallenge(challenge, commands.lend, now).ok).toBe(false);
  });
});

describe('a sign-in code', () => {
  it('has six digits, including leading zeros', () => {
    expect(drawCode('short', (bytes) => new Uint8Array(bytes))).toBe('000000');
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 6, maxLength: 6 }), (bytes) => {
        // The few values that would favour small codes are drawn again, which never ends with this source.
        fc.pre(bytes.some((byte) => byte < 255));
        expect(drawCode('short', () => bytes)).toMatch(/^\d{6}$/);
      }),
    );
  });

  it('that is long has twelve unambiguous characters and can be typed in any form', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (bytes) => {
        const code = drawCode('long', () => bytes);
        expect(code).toMatch(/^[^01IO]{12}$/);
        expect(codeKindOf(code)).toBe('long');
        const shown = shownCode(code);
        expect(shown).toMatch(/^\w{4}-\w{4}-\w{4}$/);
        for (const typed of [shown, shown.toLowerCase(), ` ${shown.replaceAll('-', ' ')}\n`]) {
          expect(bareCode(typed)).toBe(code);
        }
      }),
    );
  });

  it.each(['', '12345', '1234567', 'ABCDEF', 'ABCDEFGHJKL', 'ABCDEFGHJKL0', '１２３４５６'])(
    'cannot be %j',
    (text) => {
      expect(codeKindOf(text)).toBeNull();
    },
  );
});

describe('a known browser', () => {
  const browser = { personId: 'ada', credentialEpoch: 2, expiresAt: later };
  const owner = { id: 'ada', status: 'active', credentialEpoch: 2 } as const;

  it.each([
    ['of its account', browser, owner, true],
    ['of someone else', browser, { ...owner, id: 'bob' }, false],
    ['without an account', browser, null, false],
    ['of a deactivated account', browser, { ...owner, status: 'deactivated' as const }, false],
    ['of an account whose address has changed', browser, { ...owner, credentialEpoch: 3 }, false],
    ['that was not used for 400 days', { ...browser, expiresAt: now }, owner, false],
  ])('%s is checked: %o', (_, which, whose, known) => {
    expect(isKnownBrowser(which, whose, now)).toBe(known);
  });

  it('remembers each account once, and the last four', () => {
    const account = (personId: string, browserId = '1') => ({ personId, browserId, address: '' });
    const many = ['a', 'b', 'c', 'd', 'e', 'b'].reduce(
      (known, id) => remember(known, account(id, '2')),
      [account('a')] as ReturnType<typeof remember>,
    );
    expect(many.map(({ personId }) => personId)).toEqual(['b', 'e', 'd', 'c']);
    expect(many).toHaveLength(maxKnownAccounts);
    expect(remember([account('a')], account('a', '2'))).toEqual([account('a', '2')]);
  });
});

describe('a browser’s name', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Firefox on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    ['curl/8.5.0', 'A browser'],
    ['', 'A browser'],
    [undefined, 'A browser'],
    [`${' '.repeat(600)}Firefox/1`, 'A browser'],
  ])('for %s is %s', (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name);
  });

  it('never contains the user agent that was sent', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(browserName(text)).toMatch(
          /^(A browser|Edge|Opera|Samsung Internet|Firefox|Chrome|Safari)( on (iPhone|iPad|Android|ChromeOS|Windows|macOS|Linux))?$/,
        );
      }),
    );
  });
});

describe('a session', () => {
  const owner = { id: 'ada', status: 'active', credentialEpoch: 2 } as const;
  const which = { id: '1', browser: 'Firefox on Linux', knownBrowserId: '2' };
  const session = newSession(owner, asked, { ...which, amr: ['otp'] });
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

  it.each(sessionStatuses)('that is %s is extended only if its status allows it', (status) => {
    const before = sessions[status];
    expect(sessionStatus(before, owner, at)).toBe(status);
    const touched = touchSession(before, owner, at);
    if (status === 'fresh') expect(touched).toEqual({ ok: true, next: before });
    else if (status === 'live') {
      expect(touched).toEqual({ ok: true, next: { ...before, seenAt: at.toISOString() } });
    } else expect(touched).toEqual({ ok: false, reason: status });
  });

  it.each([
    ['a missing account', null],
    ['someone else', { ...owner, id: 'bob' }],
    ['a deactivated account', { ...owner, status: 'deactivated' as const }],
    ['a reactivated account', { ...owner, credentialEpoch: 3 }],
  ])('is void for %s', (_, other) => {
    expect(sessionStatus(session, other, asked)).toBe('void');
  });

  it('ends after twelve hours in use or two idle hours', () => {
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

describe('a sign-in', () => {
  it('is recent for exactly fifteen minutes', () => {
    const session = { authTime: asked.toISOString() };
    const at = (milliseconds: number) => new Date(asked.getTime() + milliseconds);
    expect([0, 900_000, 900_001].map((age) => isRecent(session, at(age)))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('the destination after signing in', () => {
  it.each([
    '/portal',
    '/portal/developer?after=a%20b&c=1',
    '/api/oauth/authorize?redirect_uri=https%3A%2F%2Fclient.example%2F&scope=openid+profile',
    '/sign/abc#part',
    '/',
    '/%5cevil.example',
    '/a//b',
  ])('is %s, a path of this registry', (next) => {
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
    `/${'a'.repeat(4_200)}`,
  ])('is the portal instead of %j', (next) => {
    expect(returnPath(next)).toBe('/portal');
  });

  it('never leaves the origin', () => {
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
  ])('for %s is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});

describe('the network for which sign-ins are counted', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['203.0.113.255', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0DB8:0001:ffff::1', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
  ])('for %s is %s', (address, network) => {
    expect(clientSite(address)).toBe(network);
  });
});
