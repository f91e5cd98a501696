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
  it('is never more than Lambda lets an account reserve, and leaves half to all others', () => {
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

  it.each([undefined, 1, 10, 100, 120])('is none where the account has %s', (limit) => {
    expect(reservations(limit, routes).size).toBe(0);
  });

  it('keeps room for verification, tokens and reports of money, and caps what is slow and open to anybody', () => {
    expect(Object.fromEntries(reservations(1_000, routes))).toEqual({
      'functions/gateway/authorize.ts': 150,
      'functions/registry/verify-rpn.ts': 100,
      'functions/registry/search.ts': 50,
      'functions/oauth/token.ts': 100,
      'functions/webhooks/payments.ts': 20,
      'functions/registry/public-register.ts': 40,
      'functions/portal/papers.ts': 40,
    });
  });

  it('of a smaller account is for those alone on whom others wait', () => {
    expect([...reservations(180, routes).values()]).toEqual([27, 18, 9, 18, 5]);
  });

  it('is in the template with accountConcurrency, and only then', () => {
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

/** Seconds that a call takes where its function runs already, and where it has to start. */
const warm = 0.1;
const cold = 1;

/**
 * Calls `entry` from this many addresses, as often as the web ACL lets each, and once a second for someone else. Answers how many of the
 * latter find no execution. All starts cold. Until the web ACL has counted, an address may do what the stage lets in.
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
    // A little off the second, so that no rhythm spares them.
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

describe('four addresses below the limit of the web ACL', () => {
  const needed = [
    ...[
      'functions/portal/sign-in.ts',
      'functions/oauth/authorize.ts',
      'functions/portal/reviews.ts',
    ],
    ...['functions/oauth/metadata.ts', 'functions/credentials/status-list.ts'],
    ...['functions/checkout/session.ts', 'functions/pages/static.ts', 'functions/oauth/token.ts'],
  ];
  it.each(needed)('can’t shut %s, nor can a hundred', (entry) => {
    const reserved = reservations(1_000, routes);
    expect(routes.some((route) => route.entry === entry)).toBe(true);
    expect(refusedOthers(reserved, entry, 4)).toBe(0);
    if (!reserved.has(entry)) expect(refusedOthers(reserved, entry, 100)).toBe(0);
  });

  it('could where each function had a cap of seven', () => {
    const former = new Map(needed.map((entry) => [entry, 7]));
    expect(refusedOthers(former, 'functions/portal/sign-in.ts', 4)).toBeGreaterThan(0);
  });
});
