import type { Table } from '../../kernel/db/table.ts';
import { findLogo } from '../db/client-logos.ts';
import type { StoredClient } from '../db/oauth-clients.ts';

/**
 * The picture that goes with a client's name, in base64; null where it has none. Whoever may be shown the name may be shown this: what waits for
 * operators is another one. No read of a client without.
 */
export async function readLogo(
  client: Pick<StoredClient, 'clientId' | 'logo'>,
  { table }: { readonly table: Table },
): Promise<string | null> {
  return (await findLogo(table, client))?.content ?? null;
}
