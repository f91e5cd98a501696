import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findClient, type StoredClient } from '../db/oauth-clients.ts';

/**
 * The client, for whoever may change it: a resident their own, operators (`ownerId` null) those that are nobody's; with
 * `also_owned` every one. Errors: 404; 409 `client.owned`.
 */
export async function findClientOf(
  ownerId: string | null,
  clientId: string,
  { table }: Pick<CoreDeps, 'table'>,
  owned: 'also_owned' | 'not_owned' = 'not_owned',
): Promise<StoredClient> {
  const client = await findClient(table, clientId);
  if (client === null) throw apiErrors.notFound();
  if (ownerId !== null && client.ownerId !== ownerId) throw apiErrors.notFound();
  const isOthers = ownerId === null && client.ownerId !== null;
  if (isOthers && owned === 'not_owned') throw apiErrors.clientOwned();
  return client;
}
