import type { Route } from '../../shared/kernel/http/route.ts';

/** The purposes of functions whose new versions are tried on a tenth of the calls; each has its alarm. */
export type Purpose = 'verify-rpn' | 'search' | 'token' | 'authorizer' | 'payments';

/** A function whose new version is tried: its purpose, and a path under which it is called (POST). */
export interface Released {
  readonly purpose: Purpose;
  readonly path: string;
}

/**
 * The functions whose new version is tried before it serves all calls, with their purposes: those
 * that integrators call most, and those that use up vouchers. All others change immediately.
 */
export function releasedEntries(
  routes: readonly Route[],
  authorizerEntry: string,
): ReadonlyMap<string, Released> {
  const ofRows = routes.flatMap((route): [string, Released][] => {
    const purpose = purposeOf(route);
    return purpose === null ? [] : [[route.entry, { purpose, path: route.path }]];
  });
  return new Map([...ofRows, [authorizerEntry, { purpose: 'authorizer', path: '' }]]);
}

function purposeOf({ path }: Route): Purpose | null {
  if (path === '/api/v1/verify_rpn') return 'verify-rpn';
  if (path === '/api/v1/registries/legal_entities/search') return 'search';
  if (path === '/api/oauth/token') return 'token';
  // A coupon is a voucher under its previous name.
  return /\/pay\/(voucher|coupon)$/.test(path) ? 'payments' : null;
}
