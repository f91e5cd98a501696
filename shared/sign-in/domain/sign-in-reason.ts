/** Why a sign-in within the last 15 minutes is required; the sign-in page says so. */
const signInReasons = [
  'client',
  'connection',
  'credential',
  'data',
  'key',
  'passkey',
  'signature',
  'webhook',
  'will',
] as const;
export type SignInReason = (typeof signInReasons)[number];

/** The sign-in reason in a URL; null if it is unknown. */
export function signInReasonOf(text: string | undefined): SignInReason | null {
  return signInReasons.find((reason) => reason === text) ?? null;
}

/** The default page after a sign-in. */
export const portalHome = '/portal';

/** Large enough for the URL of an authorization request's page, which contains the request. */
const maxLength = 4_200;

/**
 * The page after a sign-in: `next` if it is a path of ours with its query, the portal otherwise.
 *
 * Browsers treat `//host` and `/\host` as other hosts and ignore tabs and line ends, so only
 * visible ASCII without backslashes is accepted, and no second slash at the start.
 */
export function returnPath(next: string | undefined): `/${string}` {
  if (next === undefined || next.length > maxLength) return portalHome;
  if (!/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(next)) return portalHome;
  const { origin, pathname } = new URL(next, 'https://registry.invalid');
  // `/..//host` is a path of ours that a less strict parser could treat as another host.
  if (origin !== 'https://registry.invalid' || pathname.startsWith('//')) return portalHome;
  // The pattern requires the slash.
  return next as `/${string}`;
}
