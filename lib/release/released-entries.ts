import type { Route } from '../../shared/kernel/http/route.ts';

/** What functions are for whose new versions are tried on a tenth of the calls; each has its alarm. */
export type Purpose = 'verify-rpn' | 'search' | 'token' | 'authorizer' | 'payments';

/**
 * The functions whose new version is tried before it serves everybody, with what they are for: those that
 * integrators call all day, and those that use vouchers up. All others change at once.
 */
export function releasedEntries(
  routes: readonly Route[],
  authorizerEntry: string,
): ReadonlyMap<string, Purpose> {
  const ofRows = routes.flatMap((route): [string, Purpose][] => {
    const purpose = purposeOf(route);
    return purpose === null ? [] : [[route.entry, purpose]];
  });
  return new Map([...ofRows, [authorizerEntry, 'authorizer']]);
}

function purposeOf({ path }: Route): Purpose | null {
  if (path === '/api/v1/verify_rpn') return 'verify-rpn';
  if (path === '/api/v1/registries/legal_entities/search') return 'search';
  if (path === '/api/oauth/token') return 'token';
  // A coupon is a voucher under its former name.
  return /\/pay\/(voucher|coupon)$/.test(path) ? 'payments' : null;
}
