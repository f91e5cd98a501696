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

/** The client, if it is enabled and its owner's account is active; null otherwise. */
export async function inUse(
  client: StoredClient | null,
  table: Table,
): Promise<StoredClient | null> {
  return client?.active === true && (await ownerActs(client, table)) ? client : null;
}
