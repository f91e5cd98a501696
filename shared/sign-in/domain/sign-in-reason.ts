/** Why a sign-in within the last 15 minutes is required; the sign-in page says so. */
const signInReasons = [
  'amendment',
  'client',
  'connection',
  'credential',
  'data',
  'key',
  'passkey',
  'webhook',
  'will',
] as const;
export type SignInReason = (typeof signInReasons)[number];

/** The reason that an address names; null if it names none of our own. */
export function signInReasonOf(text: string | undefined): SignInReason | null {
  return signInReasons.find((reason) => reason === text) ?? null;
}

/** Where someone who was not on the way to anything gets to after signing in. */
export const portalHome = '/portal';

/** Room for the page of an authorization request, whose address carries the request. */
const maxLength = 4_200;

/**
 * Where to go after signing in: `next` if it is a path of our own with its query, the portal otherwise.
 *
 * Browsers read `//host` and `/\host` as other hosts and drop tabs and line ends before they look, so only
 * visible ASCII without backslashes is taken, and no second slash at the beginning.
 */
export function returnPath(next: string | undefined): `/${string}` {
  if (next === undefined || next.length > maxLength) return portalHome;
  if (!/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(next)) return portalHome;
  const { origin, pathname } = new URL(next, 'https://registry.invalid');
  // `/..//host` is a path of our own that a careless reader would take for another host.
  if (origin !== 'https://registry.invalid' || pathname.startsWith('//')) return portalHome;
  // The pattern asks for the slash.
  return next as `/${string}`;
}
