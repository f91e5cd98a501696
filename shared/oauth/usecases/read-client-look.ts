import type { Table } from '../../kernel/db/table.ts';
import { findLogos, type StoredLogo } from '../db/client-logos.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { readClient } from './read-client.ts';

/** The client with its pictures, by their digests; for operators, who decide about them. Error: 404. */
export async function readClientLook(
  clientId: string,
  deps: { readonly table: Table },
): Promise<{
  readonly client: StoredClient;
  readonly logos: ReadonlyMap<string, StoredLogo>;
}> {
  const client = await readClient(clientId, deps);
  return { client, logos: await findLogos(deps.table, client) };
}
