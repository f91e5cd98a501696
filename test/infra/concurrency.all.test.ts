import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reservations } from '../../lib/concurrency.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { entryOf, ofType, synthesize } from '../support/synthesized.ts';

const sum = (all: ReadonlyMap<string, number>) =>
  [...all.values()].reduce((total, each) => total + each, 0);

describe('reserved concurrency', () => {
  it('is never more than Lambda lets an account reserve, and leaves a third to all others', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (limit) => {
        const reserved = reservations(limit, routes);
        expect([...reserved.values()].every((each) => each >= 5)).toBe(true);
        if (reserved.size > 0) {
          expect(limit - sum(reserved)).toBeGreaterThanOrEqual(
            Math.max(100, Math.floor(limit / 3)),
          );
        }
      }),
    );
  });

  it.each([undefined, 1, 10, 100, 120])('is none where the account has %s', (limit) => {
    expect(reservations(limit, routes).size).toBe(0);
  });

  it('keeps room for verification, tokens and reports of money, and caps what anybody can call', () => {
    const reserved = Object.fromEntries(reservations(1_000, routes));
    const { kept, capped } = Object.groupBy(Object.entries(reserved), ([entry]) =>
      /authorize\.ts|verify-rpn|search|token\.ts|webhooks/.test(entry) ? 'kept' : 'capped',
    );
    expect(Object.fromEntries(kept ?? [])).toMatchObject({
      'functions/gateway/authorize.ts': 150,
      'functions/registry/verify-rpn.ts': 100,
      'functions/registry/search.ts': 50,
      'functions/oauth/token.ts': 50,
      'functions/webhooks/payments.ts': 20,
    });
    expect(capped).toEqual(
      expect.arrayContaining([
        ['functions/portal/sign-in.ts', 7],
        ['functions/visitor-passes/apply.ts', 7],
        ['functions/pages/certificate.ts', 7],
      ]),
    );
    const open = (entry: string) =>
      routes.every((route) => route.entry !== entry || route.auth.scheme === 'none');
    expect((capped ?? []).filter(([entry]) => !open(entry))).toEqual([]);
  });

  it('of a smaller account is for those alone on whom others wait', () => {
    expect([...reservations(400, routes).values()]).toEqual([60, 40, 20, 20, 8]);
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
