import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findLogo, findLogos, type StoredLogo } from '../db/client-logos.ts';
import { findClient, pageOfClients, type StoredClient } from '../db/oauth-clients.ts';
import type { ClientState } from '../domain/owned-client.ts';
import * as clientErrors from '../errors/client-errors.ts';

/** The client, enabled or not; for operators. Error: 404. */
export async function readClient(
  clientId: string,
  { table }: { readonly table: Table },
): Promise<StoredClient> {
  const client = await findClient(table, clientId);
  if (client === null) throw apiErrors.notFound();
  return client;
}

/** A page of all OAuth clients, or of residents' applications in a state, newest first. */
export function listClients(
  {
    limit,
    cursor,
    ...days
  }: CreatedDays & CursorPage & { readonly state?: ClientState | undefined },
  { table }: { readonly table: Table },
): Promise<Page<StoredClient>> {
  return pageOfClients(table, days, { limit, after: cursor });
}

/** The client with its logos, by digest; for operators, who review them. Error: 404. */
export async function readClientAppearance(
  clientId: string,
  deps: { readonly table: Table },
): Promise<{
  readonly client: StoredClient;
  readonly logos: ReadonlyMap<string, StoredLogo>;
}> {
  const client = await readClient(clientId, deps);
  return { client, logos: await findLogos(deps.table, client) };
}

/**
 * The client, if the caller can change it: residents their own, operators (`ownerId` null) those
 * without an owner, or every one with `also_owned`. Errors: 404; 409 `client.owned`.
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
  if (isOthers && owned === 'not_owned') throw clientErrors.clientOwned();
  return client;
}

/**
 * The approved logo of a client in base64; null if it has none. Anyone who can see the client's
 * name can see it. Makes no read for a client without a logo.
 */
export async function readLogo(
  client: Pick<StoredClient, 'clientId' | 'logo'>,
  { table }: { readonly table: Table },
): Promise<string | null> {
  return (await findLogo(table, client))?.content ?? null;
}
