import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findClient, type StoredClient } from '../db/oauth-clients.ts';

/** The client, active or not; for operators. Error: 404. */
export async function readClient(
  clientId: string,
  { table }: { readonly table: Table },
): Promise<StoredClient> {
  const client = await findClient(table, clientId);
  if (client === null) throw apiErrors.notFound();
  return client;
}
