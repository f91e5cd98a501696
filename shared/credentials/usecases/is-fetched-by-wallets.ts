import type { Table } from '../../kernel/db/table.ts';
import { pageOfClients } from '../../oauth/db/oauth-clients.ts';
import { scopeOfKind } from '../domain/configurations.ts';
import type { CredentialKind } from '../domain/credential.ts';

/** How many clients are looked at: a deployment that has more has wallets among them, or is taken to. */
const pages = 3;
const limit = 100;

/**
 * Whether some wallet is registered that may fetch a credential of the kind by a sign-in. From an index: one that was registered a second ago
 * may be missing.
 */
export async function isFetchedByWallets(kind: CredentialKind, table: Table): Promise<boolean> {
  const scope = scopeOfKind(kind);
  let after: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const { items, next } = await pageOfClients(table, {}, { limit, after });
    if (items.some(({ active, scopes }) => active && scopes.includes(scope))) return true;
    if (next === null) return false;
    after = next;
  }
  return true;
}
