/** How long a browser stays known after a sign-in, in milliseconds: 400 days, as long as cookies may live. */
export const knownBrowserLifetime = 34_560_000_000;

/** How many accounts a browser is known to, at most: those that signed in there last. */
export const maxKnownAccounts = 4;

/** A browser that has signed in to an account. Instants are ISO 8601 in UTC. */
export interface KnownBrowser {
  readonly personId: string;
  /** The person's at the sign-in: a deactivation or another mail address raises it, for good. */
  readonly credentialEpoch: number;
  readonly expiresAt: string;
}

/** What a person's known browsers depend on. */
export interface BrowserOwner {
  readonly id: string;
  readonly status: 'active' | 'deactivated';
  readonly credentialEpoch: number;
}

/** Whether the browser still counts as one of the account. */
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
  /** Of the browser, to this account. */
  readonly browserId: string;
  /** Digest of the account's mail address. */
  readonly address: string;
}

/** The accounts that a browser is known to after a sign-in: the newest first, each once. */
export function remember(
  accounts: readonly KnownAccount[],
  account: KnownAccount,
): readonly KnownAccount[] {
  const others = accounts.filter(({ personId }) => personId !== account.personId);
  return [account, ...others].slice(0, maxKnownAccounts);
}
