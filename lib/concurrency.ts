import type { Route } from '../shared/kernel/http/route.ts';

/** What Lambda leaves to functions without a reservation, and refuses to reserve. */
const unreserved = 100;

/** Below this, what a function gets would be less than what it needs in an ordinary minute. */
const least = 5;

/** Shares of the account's concurrency that are kept for functions on which others wait. */
const shares: Readonly<Record<string, number>> = {
  // Each call of verify_rpn and registry search needs one of these as well.
  'functions/gateway/authorize.ts': 0.15,
  'functions/registry/verify-rpn.ts': 0.1,
  'functions/registry/search.ts': 0.05,
  'functions/oauth/token.ts': 0.05,
  'functions/webhooks/payments.ts': 0.02,
};

/** What each function that anybody can call may have at most. */
const anonymousShare = 0.007;

/**
 * Reserved concurrency by the functions' files, from the account's limit. A reservation is a guarantee and a cap at once:
 * strangers can't use up what verification, tokens and reports of money need, nor more than their cap of the rest.
 *
 * Empty where the limit is too small for it, as in a new account, which may have 10: a deployment must not fail for
 * that, and Lambda refuses what would leave less than 100 without a reservation. Between that and 715 nothing is
 * capped, for what would be left is too little to serve anybody.
 */
export function reservations(
  accountConcurrency: number | undefined,
  routes: readonly Pick<Route, 'entry' | 'auth'>[],
): ReadonlyMap<string, number> {
  if (accountConcurrency === undefined) return new Map();
  const part = (share: number) => Math.floor(accountConcurrency * share);
  const kept = Object.entries(shares).map(([entry, share]): [string, number] => [
    entry,
    Math.max(least, part(share)),
  ]);
  const capped = anonymousEntries(routes)
    .filter((entry) => !Object.hasOwn(shares, entry))
    .map((entry): [string, number] => [entry, part(anonymousShare)]);
  const fits = (all: readonly (readonly [string, number])[]) =>
    all.reduce((sum, [, each]) => sum + each, 0) <= accountConcurrency - unreserved;
  const withCaps = [...kept, ...capped];
  if (part(anonymousShare) >= least && fits(withCaps)) return new Map(withCaps);
  return new Map(fits(kept) ? kept : []);
}

/** Functions all of whose rows can be called without any credential. */
function anonymousEntries(routes: readonly Pick<Route, 'entry' | 'auth'>[]): readonly string[] {
  return [...Map.groupBy(routes, ({ entry }) => entry)]
    .filter(([, rows]) => rows.every(({ auth }) => auth.scheme === 'none'))
    .map(([entry]) => entry);
}
