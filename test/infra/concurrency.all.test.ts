import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reservations } from '../../lib/concurrency.ts';
import { requestsPerAddress } from '../../lib/edge/web-acl.ts';
import { stageThrottle } from '../../shared/access/domain/usage-plan.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { entryOf, ofType, synthesize } from '../support/synthesized.ts';

const sum = (all: ReadonlyMap<string, number>) =>
  [...all.values()].reduce((total, each) => total + each, 0);

describe('reserved concurrency', () => {
  it("never exceeds Lambda's limit for an account, and leaves half to other functions", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (limit) => {
        const reserved = reservations(limit, routes);
        expect([...reserved.values()].every((each) => each >= 5)).toBe(true);
        if (reserved.size > 0) {
          expect(limit - sum(reserved)).toBeGreaterThanOrEqual(
            Math.max(100, Math.floor(limit / 2)),
          );
        }
      }),
    );
  });

  it.each([undefined, 1, 10, 100, 120])("is not set if the account's limit is %s", (limit) => {
    expect(reservations(limit, routes).size).toBe(0);
  });

  it('is reserved for verification, tokens and payment notifications, and caps slow public functions', () => {
    expect(Object.fromEntries(reservations(1_000, routes))).toEqual({
      'functions/gateway/authorize.ts': 150,
      'functions/registry/verify-rpn.ts': 100,
      'functions/registry/search.ts': 50,
      'functions/oauth/token.ts': 100,
      'functions/webhooks/payments.ts': 20,
      'functions/registry/public-register.ts': 40,
      'functions/portal/files.ts': 40,
    });
  });

  it('in a smaller account is reserved only for the most important functions', () => {
    expect([...reservations(180, routes).values()]).toEqual([27, 18, 9, 18, 5]);
  });

  it('is in the template only with accountConcurrency', () => {
    const reservedIn = (context: Readonly<Record<string, string>>) => {
      const { service } = synthesize(routes, context);
      return new Map(
        Object.entries(ofType(service, 'AWS::Lambda::Function')).flatMap(([id, { Properties }]) => {
          const { ReservedConcurrentExecutions: own } = Properties;
          return own === undefined ? [] : [[entryOf(service, id), own] as const];
        }),
      );
    };
    expect(reservedIn({}).size).toBe(0);
    expect(reservedIn({ accountConcurrency: '1000' })).toEqual(reservations(1_000, routes));
  });
});

/** Seconds that a call takes if its function is already running, and if it must start. */
const warm = 0.1;
const cold = 1;

/**
 * Calls `entry` from this many addresses, as often as the web ACL allows, and once a second from another caller. Returns how many of the
 * other caller's calls are refused. All start cold. Until the web ACL has counted, an address may use the stage's full rate.
 */
function refusedOthers(reserved: ReadonlyMap<string, number>, entry: string, addresses: number) {
  const total = 1_000;
  const pool = reserved.get(entry) ?? total - sum(reserved);
  const each = requestsPerAddress / 300;
  const perSecond = Math.min(stageThrottle.rateLimit, addresses * each);
  const ends: number[] = [];
  let environments = 0;
  let refused = 0;
  for (let tick = 0; tick < 60 * perSecond; tick += 1) {
    const now = tick / perSecond;
    while ((ends[0] ?? Number.POSITIVE_INFINITY) <= now) ends.shift();
    // Slightly off the second, so the calls do not avoid the attacker's rhythm.
    const isOther = tick % (perSecond - 1) === 0;
    if (ends.length >= pool) {
      refused += isOther ? 1 : 0;
      continue;
    }
    const starts = ends.length >= environments;
    environments += starts ? 1 : 0;
    const end = now + (starts ? cold : warm);
    ends.splice(ends.findLastIndex((other) => other <= end) + 1, 0, end);
  }
  return refused;
}

describe('an attack from addresses below the limit of the web ACL', () => {
  const needed = [
    ...[
      'functions/portal/sign-in.ts',
      'functions/oauth/authorize.ts',
      'functions/portal/reviews.ts',
    ],
    ...['functions/oauth/metadata.ts', 'functions/credentials/status-list.ts'],
    ...['functions/checkout/session.ts', 'functions/pages/static.ts', 'functions/oauth/token.ts'],
  ];
  it.each(needed)("can't block %s with four addresses, nor with a hundred", (entry) => {
    const reserved = reservations(1_000, routes);
    expect(routes.some((route) => route.entry === entry)).toBe(true);
    expect(refusedOthers(reserved, entry, 4)).toBe(0);
    if (!reserved.has(entry)) expect(refusedOthers(reserved, entry, 100)).toBe(0);
  });

  it('could block a function if each had a cap of seven', () => {
    const former = new Map(needed.map((entry) => [entry, 7]));
    expect(refusedOthers(former, 'functions/portal/sign-in.ts', 4)).toBeGreaterThan(0);
  });
});
