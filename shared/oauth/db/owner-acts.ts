import type { Table } from '../../kernel/db/table.ts';
import { findPerson } from '../../people/db/people.ts';
import type { StoredClient } from './oauth-clients.ts';

/**
 * Whether the client's owner is active: always for operators' clients; for a resident's
 * application, if the resident's account is neither deactivated nor suspended. One read, for
 * residents' applications only.
 */
export async function ownerActs(
  { ownerId }: Pick<StoredClient, 'ownerId'>,
  table: Table,
): Promise<boolean> {
  if (ownerId === null) return true;
  const owner = await findPerson(table, ownerId);
  return owner?.status === 'active' && owner.suspension === undefined;
}

/**
 * The client, if it is enabled, its owner's account is active, and the registry accepts its kind; null
 * otherwise.
 */
export async function inUse(
  client: StoredClient | null,
  { table, clientDocuments = true }: ClientsInUse,
): Promise<StoredClient | null> {
  if (client?.active !== true) return null;
  if (client.document !== undefined && !clientDocuments) return null;
  return (await ownerActs(client, table)) ? client : null;
}

interface ClientsInUse {
  readonly table: Table;
  /** Whether clients whose id is the address of their metadata can connect. */
  readonly clientDocuments?: boolean | undefined;
}
