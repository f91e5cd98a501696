import { allKeysOf, type OwnedKey } from '../../access/db/api-keys.ts';
import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import { partitions } from '../../kernel/db/keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { findClient } from '../../oauth/db/oauth-clients.ts';
import { listConsents } from '../../oauth/db/oauth-consents.ts';
import { readActivityPage } from '../db/activity-lists.ts';
import type { Activity, ActivityFilter } from '../domain/activity.ts';

type Deps = { readonly table: Table };

/** A page of what was done in a person's name and on their account, newest first. */
export function readActivity(
  personId: string,
  { limit, cursor, ...filter }: ActivityFilter & CursorPage,
  { table }: Deps,
): Promise<Page<Activity>> {
  return readActivityPage(table, personId, filter, { limit, after: cursor });
}

/** A client that acts, or may act, for a person. */
export interface ActingClient {
  readonly id: string;
  readonly name: string;
}

/** A page of activity, with all who may have acted: keys, revoked ones included, and clients by name. Two reads at a time. */
export async function readActivityWithActors(
  personId: string,
  request: ActivityFilter & CursorPage,
  deps: Deps,
): Promise<{
  readonly page: Page<Activity>;
  readonly keys: readonly OwnedKey[];
  readonly clients: readonly ActingClient[];
}> {
  const [page, keys, consents] = await Promise.all([
    readActivity(personId, request, deps),
    allKeysOf(deps.table, partitions.person(personId)),
    listConsents(deps.table, personId),
  ]);
  const acting = page.items.flatMap(({ actor }) =>
    actor.kind === 'oauth_client' && actor.id !== null ? [actor.id] : [],
  );
  const ids = [...new Set([...consents.map(({ clientId }) => clientId), ...acting])];
  const clients = await Promise.all(ids.map((id) => findClient(deps.table, id)));
  return {
    page,
    keys,
    clients: ids.map((id, position) => ({ id, name: clients[position]?.name ?? id })),
  };
}
