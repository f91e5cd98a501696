/**
 * How long a browser stays known after a sign-in, in milliseconds: 400 days, the maximum lifetime
 * of cookies.
 */
export const knownBrowserLifetime = 34_560_000_000;

/** The maximum number of accounts that a browser remembers: the latest ones. */
export const maxKnownAccounts = 4;

/** A browser that has signed in to an account. Instants are ISO 8601 in UTC. */
interface KnownBrowser {
  readonly personId: string;
  /**
   * The person's credential epoch at the sign-in, which a deactivation or another email address
   * increases.
   */
  readonly credentialEpoch: number;
  readonly expiresAt: string;
}

/** The part of a person on which their known browsers depend. */
interface BrowserOwner {
  readonly id: string;
  readonly status: 'active' | 'deactivated';
  readonly credentialEpoch: number;
}

/** Whether the browser is still known to the account. */
export function isKnownBrowser(
  browser: KnownBrowser,
  owner: BrowserOwner | null,
  now: string,
): boolean {
  if (owner?.id !== browser.personId || owner.status !== 'active') return false;
  return owner.credentialEpoch === browser.credentialEpoch && now < browser.expiresAt;
}

export interface KnownAccount {
  readonly personId: string;
  /** The browser's id for this account. */
  readonly browserId: string;
  /** Digest of the account's email address. */
  readonly address: string;
}

/** The accounts that a browser remembers after a sign-in: the newest first, without duplicates. */
export function remember(
  accounts: readonly KnownAccount[],
  account: KnownAccount,
): readonly KnownAccount[] {
  const others = accounts.filter(({ personId }) => personId !== account.personId);
  return [account, ...others].slice(0, maxKnownAccounts);
}

/**
 * Browser tokens in a `User-Agent`, the most specific first: most browsers also claim to be others.
 */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/**
 * A browser's name from its `User-Agent`: “Firefox on Windows”. It deliberately has no version or other detail that
 * could identify one; an unknown browser is “A browser”. No library is used: only these few words are stored, and plain
 * searches take linear time.
 */
export function browserName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 512);
  const named = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => text.includes(mark))?.[1];
  const browser = named(browsers) ?? 'A browser';
  const system = named(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
