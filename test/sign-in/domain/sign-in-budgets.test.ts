import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Asker,
  admitAsker,
  type BudgetName,
  type Counted,
  returned,
  signInBudgets,
} from '../../../shared/sign-in/domain/sign-in-budgets.ts';
import {
  challengeStatus,
  decideChallenge,
  maxWrongCodes,
  newChallenge,
  type SignInChallenge,
  takesCodes,
} from '../../../shared/sign-in/domain/sign-in-challenge.ts';
import { chanceOfTry } from '../../../shared/sign-in/domain/sign-in-code.ts';

const minute = 60_000;
const start = Date.parse('2026-03-01T00:00:00.000Z');

interface Mailed extends SignInChallenge {
  readonly id: number;
  readonly browser: 'known' | 'unknown';
  readonly counted: readonly (Counted & { readonly at: number })[];
}

/** The sign-in rules for one account, with counters in memory; times are Unix milliseconds. */
function openSimulation(email = 'ada@people.example') {
  const counts = new Map<string, number>();
  const challenges: Mailed[] = [];
  const mails: { readonly at: number; readonly browser: string; readonly id: number }[] = [];
  const tries: { readonly at: number; readonly kind: 'short' | 'long' }[] = [];
  let newestLong: number | null = null;
  let lentUntil = '';

  const keyOf = (budget: { kind: string; window: number }, subject: string, at: number) =>
    `${budget.kind} ${subject} ${at - (at % budget.window)}`;

  async function ask(asker: Omit<Asker, 'email'>, at: number): Promise<Mailed | 'refused'> {
    const admission = await admitAsker({ ...asker, email }, async (budget, subject) => {
      const key = keyOf(budget, subject, at);
      const count = counts.get(key) ?? 0;
      const windowEnd = at - (at % budget.window) + budget.window;
      if (count >= budget.max) return { counted: false, count, windowEnd };
      counts.set(key, count + 1);
      return { counted: true, count: count + 1, windowEnd };
    });
    if (admission.kind === 'refused') return 'refused';
    const { browser, code, counted } = admission;
    const asks = newChallenge(new Date(at), code);
    const now = new Date(at).toISOString();
    const sent = decideChallenge(asks, { type: 'deliver', codeHash: 'x' }, now);
    const id = challenges.length;
    const challenge = {
      ...(sent.ok ? sent.next : asks),
      id,
      browser,
      counted: counted.map((one) => ({ ...one, at })),
    };
    challenges.push(challenge);
    if (code === 'none') lentUntil = challenge.expiresAt;
    else mails.push({ at, browser, id });
    if (browser === 'unknown' && code === 'long') newestLong = id;
    return challenge;
  }

  /** A stranger's wrong attempt; recorded if it could have succeeded because a code was emailed. */
  function guess(id: number, at: number): void {
    const challenge = challenges[id];
    if (challenge === undefined) return;
    const now = new Date(at).toISOString();
    const decision = decideChallenge(challenge, { type: 'enterWrong' }, now);
    if (!decision.ok) return;
    if (challengeStatus(challenge, now) === 'open' && challenge.code !== 'none') {
      tries.push({ at, kind: challenge.code });
    }
    challenges[id] = decision.next;
  }

  /** The owner, who reads all emails, signs in with this challenge; false if none of their codes is valid. */
  function enter(id: number, at: number): boolean {
    const challenge = challenges[id];
    if (challenge === undefined) return false;
    const now = new Date(at).toISOString();
    if (!takesCodes(challenge, now)) return false;
    const own = decideChallenge(challenge, { type: 'enterRight' }, now);
    const lent = newestLong !== null && lentUntil > now ? challenges[newestLong] : undefined;
    const given = lent && decideChallenge(lent, { type: 'lend' }, now);
    if (!own.ok && !given?.ok) return false;
    if (!own.ok && lent) challenges[lent.id] = { ...lent, usedAt: now };
    challenges[id] = { ...challenge, usedAt: now };
    for (const { budget, subject, at: when } of returned(challenge.counted, challenge.wrongCodes)) {
      const key = keyOf(signInBudgets[budget], subject, when);
      counts.set(key, (counts.get(key) ?? 1) - 1);
    }
    return true;
  }

  return { ask, guess, enter, challenges, mails, tries };
}

/** Acts of strangers: request a code from a network, or try one for a challenge, after a pause. */
const strangers = fc.array(
  fc.record({
    act: fc.constantFrom('ask', 'ask', 'guess'),
    network: fc.integer({ min: 0, max: 9 }),
    which: fc.nat(),
    pause: fc.constantFrom(0, 0, 0, 1, 1_000, minute, 5 * minute, 15 * minute),
  }),
  { maxLength: 250 },
);

type Act = typeof strangers extends fc.Arbitrary<readonly (infer A)[]> ? A : never;
type Simulation = ReturnType<typeof openSimulation>;

/** Runs the acts in sequence; returns the time after the last one. */
async function attack(
  simulation: Simulation,
  acts: readonly Act[],
  from = start,
  mine: ReadonlySet<number> = new Set(),
): Promise<number> {
  let at = from;
  for (const { act, network, which, pause } of acts) {
    at += pause;
    if (act === 'ask') {
      await simulation.ask({ knownBrowserId: null, network: `n${network}` }, at);
    } else {
      const id = which % Math.max(1, simulation.challenges.length);
      // A challenge is known only to its own browser.
      if (!mine.has(id)) simulation.guess(id, at);
    }
  }
  return at;
}

describe('whatever strangers do,', () => {
  it('the owner immediately gets a valid code in a known browser', async () => {
    await fc.assert(
      fc.asyncProperty(strangers, strangers, async (before, between) => {
        const simulation = openSimulation();
        const at = await attack(simulation, before);
        const known = { knownBrowserId: 'mine', network: 'n0' };
        const challenge = await simulation.ask(known, at);
        if (challenge === 'refused') throw new Error('refused');
        expect(challenge.code).not.toBe('none');
        const fast = between.map((one) => ({ ...one, pause: Math.min(one.pause, 1_000) }));
        const later = await attack(simulation, fast, at, new Set([challenge.id]));
        expect(simulation.enter(challenge.id, later)).toBe(true);
      }),
    );
  });

  it('a code emailed for an unknown browser stays valid in it', async () => {
    await fc.assert(
      fc.asyncProperty(strangers, strangers, async (before, between) => {
        const simulation = openSimulation();
        const at = await attack(simulation, before);
        const challenge = await simulation.ask({ knownBrowserId: null, network: 'mine' }, at);
        if (challenge === 'refused') throw new Error('refused');
        fc.pre(challenge.code !== 'none');
        const fast = between.map((one) => ({ ...one, pause: Math.min(one.pause, 1_000) }));
        const later = await attack(simulation, fast, at, new Set([challenge.id]));
        expect(simulation.enter(challenge.id, later)).toBe(true);
      }),
    );
  });

  it('the owner can sign in with an unknown browser from their own network within 15 minutes', async () => {
    await fc.assert(
      fc.asyncProperty(strangers, strangers, async (before, between) => {
        const simulation = openSimulation();
        const arrived = await attack(simulation, before);
        let at = arrived;
        let isIn = false;
        const rest = [...between];
        while (!isIn && at - arrived <= 15 * minute) {
          const challenge = await simulation.ask({ knownBrowserId: null, network: 'mine' }, at);
          if (challenge === 'refused') throw new Error('refused');
          isIn = simulation.enter(challenge.id, at);
          const some = rest.splice(0, 20).map((one) => ({ ...one, pause: 0 }));
          await attack(simulation, some, at, new Set([challenge.id]));
          at += minute;
        }
        expect(isIn).toBe(true);
      }),
    );
  });

  it('unknown browsers cause at most 20 emails in any hour', async () => {
    await fc.assert(
      fc.asyncProperty(strangers, async (acts) => {
        const simulation = openSimulation();
        await attack(simulation, acts);
        for (const { at } of simulation.mails) {
          const within = simulation.mails.filter(
            (mail) => mail.at >= at && mail.at < at + 60 * minute,
          );
          expect(within.length).toBeLessThanOrEqual(20);
        }
      }),
    );
  });

  it('one network cannot use up another network’s budget', async () => {
    const simulation = openSimulation();
    for (let count = 0; count < 100; count += 1) {
      const challenge = await simulation.ask({ knownBrowserId: null, network: 'one' }, start);
      if (challenge !== 'refused') {
        for (let wrong = 0; wrong < 5; wrong += 1) simulation.guess(challenge.id, start);
      }
    }
    const other = await simulation.ask({ knownBrowserId: null, network: 'other' }, start);
    expect(other).toMatchObject({ code: 'long' });
    const next = start + 15 * minute;
    for (let count = 0; count < 3; count += 1) {
      await simulation.ask({ knownBrowserId: null, network: 'one' }, next);
    }
    const later = start + 30 * minute;
    expect(await simulation.ask({ knownBrowserId: null, network: 'other' }, later)).toMatchObject({
      code: 'short',
    });
  });
});

describe('guessing a code', () => {
  it('has a chance below 1 in 10,000 per account and day, over all budgets', () => {
    const { knownShort, unknownShort } = signInBudgets;
    const shortTries = maxWrongCodes * (knownShort.max + unknownShort.max);
    expect(shortTries).toBe(90);
    // A million attempts a second at long codes, which have no limit.
    const longTries = 1e6 * 86_400;
    const chance = shortTries * chanceOfTry.short + longTries * chanceOfTry.long;
    expect(chance).toBeLessThan(1 / 10_000);
  });

  it('never has more tries at short codes than the budget allows', async () => {
    await fc.assert(
      fc.asyncProperty(strangers, async (acts) => {
        const simulation = openSimulation();
        await attack(simulation, acts);
        const days = new Map<number, number>();
        for (const { at, kind } of simulation.tries) {
          if (kind === 'short') {
            const day = Math.floor(at / 86_400_000);
            days.set(day, (days.get(day) ?? 0) + 1);
          }
        }
        const total = [...days.values()].reduce((sum, count) => sum + count, 0);
        const length =
          Math.floor((simulation.mails.at(-1)?.at ?? start) / 86_400_000) - start / 86_400_000;
        expect(total).toBeLessThanOrEqual(40 * (length + 1));
      }),
    );
  });

  it('returns a successful sign-in’s tries to the budget, unless one was wrong', () => {
    const counted = [
      { budget: 'unknownMails', subject: '' },
      { budget: 'unknownShort', subject: '' },
      { budget: 'networkShort', subject: '' },
      { budget: 'knownShort', subject: '' },
    ] as const;
    expect(returned(counted, 0)).toEqual(counted);
    expect(returned(counted, 1)).toEqual([{ budget: 'unknownMails', subject: '' }]);
  });
});

describe('while 1,000 networks attack,', () => {
  /** For two hours, every minute in another order, each network requests a code and tries wrong ones. */
  it('the owner can sign in with an unknown browser within 15 minutes at any time', async () => {
    for (const arrival of [0, 14, 29, 59, 61]) {
      const simulation = openSimulation();
      const networks = Array.from({ length: 1_000 }, (_, number) => `n${number}`);
      let took: number | null = null;
      for (let turn = 0; turn < 120 && took === null; turn += 1) {
        const at = start + turn * minute;
        // The attackers always go first.
        for (let number = 0; number < networks.length; number += 1) {
          const network = networks[(number + turn * 37) % networks.length] ?? '';
          const challenge = await simulation.ask({ knownBrowserId: null, network }, at);
          if (challenge === 'refused' || challenge.code === 'none') continue;
          for (let wrong = 0; wrong < 6; wrong += 1) simulation.guess(challenge.id, at);
        }
        if (turn < arrival) continue;
        const mine = await simulation.ask({ knownBrowserId: null, network: 'mine' }, at + 1);
        if (mine !== 'refused' && simulation.enter(mine.id, at + 1)) took = turn - arrival;
      }
      expect(took).not.toBeNull();
      expect(took).toBeLessThanOrEqual(15);
      const short = simulation.tries.filter(({ kind }) => kind === 'short');
      expect(short.length).toBeLessThanOrEqual(40);
    }
  });
});

describe('a code request', () => {
  const asker = { knownBrowserId: null, network: '203.0.113.0/24', email: 'ada@people.example' };
  const inNetwork = '203.0.113.0/24 ada@people.example';
  const windowEnd = 1_700_000_000_000;
  /** The outcome of a request with these budgets used up; `mails` is the count of emails in the window. */
  const admit = (from: Asker, usedUp: readonly BudgetName[], mails = 1) =>
    admitAsker(from, async ({ kind }) => ({
      counted: !usedUp.some((name) => signInBudgets[name].kind === kind),
      count: mails,
      windowEnd,
    }));
  const asks = { budget: 'networkAsks', subject: asker.network };
  const networkMails = { budget: 'networkMails', subject: inNetwork };
  const unknownMails = { budget: 'unknownMails', subject: asker.email };
  const networkShort = { budget: 'networkShort', subject: inNetwork };
  const unknownShort = { budget: 'unknownShort', subject: asker.email };

  it.each([
    ['nothing', [], 'short', [asks, networkMails, unknownMails, networkShort, unknownShort]],
    ['unknownShort', ['unknownShort'], 'long', [asks, networkMails, unknownMails, networkShort]],
    ['networkShort', ['networkShort'], 'long', [asks, networkMails, unknownMails]],
    ['unknownMails', ['unknownMails'], 'none', [asks, networkMails]],
    ['networkMails', ['networkMails'], 'none', [asks]],
  ] as const)(
    'from an unknown browser, with %s used up, gets the right kind of code',
    async (_, usedUp, code, counted) => {
      const admission = { kind: 'admitted', browser: 'unknown', code, counted };
      expect(await admit(asker, usedUp)).toEqual(admission);
    },
  );

  it('from an unknown browser is refused until the window ends if its network asked too often', async () => {
    expect(await admit(asker, ['networkAsks'])).toEqual({ kind: 'refused', windowEnd });
  });

  it('from an unknown browser gets a short code in the first two emails of a window', async () => {
    expect(await admit(asker, [], 2)).toMatchObject({ code: 'short' });
    const counted = [asks, networkMails, unknownMails];
    expect(await admit(asker, [], 3)).toMatchObject({ code: 'long', counted });
  });

  it('from a known browser has its own budgets, and is treated as unknown without them', async () => {
    const known = { ...asker, knownBrowserId: 'a browser' };
    const mail = { budget: 'knownMails', subject: 'a browser' };
    const short = { budget: 'knownShort', subject: asker.email };
    const all = ['networkAsks', 'networkMails', 'unknownMails'] as const;
    const admission = { kind: 'admitted', browser: 'known' };
    expect(await admit(known, all)).toEqual({
      ...admission,
      code: 'short',
      counted: [mail, short],
    });
    expect(await admit(known, [...all, 'knownShort'])).toEqual({
      ...admission,
      code: 'long',
      counted: [mail],
    });
    expect(await admit(known, ['knownMails'])).toEqual(await admit(asker, []));
  });
});
