import type { Route } from '../shared/kernel/http/route.ts';

/** Lambda refuses to reserve these: they stay available to functions without a reservation. */
const unreserved = 100;

/** With fewer, a function would lack capacity in an ordinary minute. */
const least = 5;

/** Shares of the account's concurrency that are reserved for functions on which others depend. */
const shares: Readonly<Record<string, number>> = {
  // Each call of verify_rpn and registry search needs one of these as well.
  'functions/gateway/authorize.ts': 0.15,
  'functions/registry/verify-rpn.ts': 0.1,
  'functions/registry/search.ts': 0.05,
  'functions/oauth/token.ts': 0.1,
  'functions/webhooks/payments.ts': 0.02,
};

/** The maximum share of each slow public function. */
const slowShare = 0.04;

/**
 * Reserved concurrency by function file, from the account's limit. There are three pools. Verification, tokens and
 * payment reports have their own reservations. Slow public functions have a maximum. All others share the rest, at
 * least half of the total. Outsiders can't use up that pool: the stage accepts 500 requests a second, and each takes a
 * tenth of a second, or a second at a cold start. A reservation is also a maximum; with a small one for each function,
 * a few addresses could block the sign-in, the review queue or the key set. Empty if the limit is too small: a new
 * account may have 10, and Lambda keeps 100 unreserved. A deployment must not fail for that.
 */
export function reservations(
  accountConcurrency: number | undefined,
  routes: readonly Pick<Route, 'entry' | 'auth' | 'typesets'>[],
): ReadonlyMap<string, number> {
  if (accountConcurrency === undefined) return new Map();
  const part = (share: number) => Math.max(least, Math.floor(accountConcurrency * share));
  const kept = Object.entries(shares).map(([entry, share]): [string, number] => [
    entry,
    part(share),
  ]);
  const capped = slowEntries(routes).map((entry): [string, number] => [entry, part(slowShare)]);
  const fits = (all: readonly (readonly [string, number])[]) =>
    all.reduce((sum, [, each]) => sum + each, 0) <= accountConcurrency - unreserved;
  const withCaps = [...kept, ...capped];
  return new Map([withCaps, kept].find(fits) ?? []);
}

/** Functions that typeset a document for callers without credentials, or read the whole registry at start. */
function slowEntries(
  routes: readonly Pick<Route, 'entry' | 'auth' | 'typesets'>[],
): readonly string[] {
  return [...Map.groupBy(routes, ({ entry }) => entry)]
    .filter(
      ([entry, rows]) =>
        entry === 'functions/registry/public-register.ts' ||
        rows.some(({ auth, typesets }) => auth.scheme === 'none' && typesets),
    )
    .map(([entry]) => entry);
}
