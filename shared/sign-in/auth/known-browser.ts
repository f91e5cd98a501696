import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Seal } from '../../kernel/auth/seal.ts';
import type { Table } from '../../kernel/db/table.ts';
import { foldCase } from '../../kernel/domain/fold-case.ts';
import { findKnownBrowser } from '../db/known-browsers.ts';
import {
  isKnownBrowser,
  type KnownAccount,
  knownBrowserLifetime,
  remember,
} from '../domain/known-browser.ts';

/**
 * The name of the cookie, before its prefix: a signed list of the accounts to which the browser has
 * signed in.
 */
export const deviceCookie = 'registry_device';

const Claims = z.object({
  accounts: z.array(z.object({ personId: z.uuid(), browserId: z.uuid(), address: z.string() })),
});

/** The digest of an email address in the cookie; outer spaces and case are ignored. */
export function addressDigest(email: string): string {
  return createHash('sha256').update(foldCase(email.trim())).digest('base64url');
}

/** The accounts in a cookie; none if we did not sign it. Reads nothing. */
export async function accountsOf(
  cookie: string | undefined,
  seal: Seal,
): Promise<readonly KnownAccount[]> {
  if (cookie === undefined) return [];
  const parsed = z.safeParse(Claims, await seal.open('device', cookie));
  return parsed.success ? parsed.data.accounts : [];
}

/**
 * The id of the browser if it has signed in to the account with this address before, and that was
 * not revoked since; null otherwise.
 *
 * The table is read only for a valid cookie that contains this address: such a browser has already
 * signed in, so it learns nothing new.
 */
export async function knownBrowserId(
  { cookie, email }: { readonly cookie: string | undefined; readonly email: string },
  { table, seal, now }: { readonly table: Table; readonly seal: Seal; now(): Date },
): Promise<string | null> {
  const address = addressDigest(email);
  const accounts = await accountsOf(cookie, seal);
  const account = accounts.find((known) => known.address === address);
  if (account === undefined) return null;
  const { personId, browserId } = account;
  const { browser, person } = await findKnownBrowser(table, personId, browserId);
  const known = browser !== null && isKnownBrowser(browser, person, now().toISOString());
  return known ? browserId : null;
}

/** The cookie's value after a sign-in, valid for `knownBrowserLifetime`. */
export function rememberingCookie(
  accounts: readonly KnownAccount[],
  account: KnownAccount,
  seal: Seal,
): Promise<string> {
  return seal.seal('device', { accounts: remember(accounts, account) }, knownBrowserLifetime);
}
