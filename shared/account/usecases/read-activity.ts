import { allKeysOf, type OwnedKey } from '../../access/db/api-keys.ts';
import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import { partitions } from '../../kernel/db/keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { findClient } from '../../oauth/db/oauth-clients.ts';
import { findConsent } from '../../oauth/db/oauth-consents.ts';
import { readActivityPage } from '../db/activity-lists.ts';
import type { Activity, ActivityActor, ActivityFilter } from '../domain/activity.ts';

type Deps = { readonly table: Table };

/** A page of the actions in a person's name and on their account, newest first. */
export function readActivity(
  personId: string,
  { limit, cursor, ...filter }: ActivityFilter & CursorPage,
  { table }: Deps,
): Promise<Page<Activity>> {
  return readActivityPage(table, personId, filter, { limit, after: cursor });
}

/** A client that acted for a person. */
export interface ActingClient {
  readonly id: string;
  readonly name: string;
}

/**
 * A page of activity with the names of its actors: the person's keys, revoked ones included, if a
 * key acted or the filter names one, and the clients that acted, or that the filter names and the
 * person has connected. One round trip, two if there are names to read. Reveals nothing about a
 * client that is not connected with the person. `readAbouts` reads the subjects of the actions in
 * parallel.
 */
export async function readActivityWithActors<Abouts>(
  personId: string,
  request: ActivityFilter & CursorPage,
  deps: Deps,
  readAbouts: (activities: readonly Activity[]) => Promise<Abouts>,
): Promise<{
  readonly abouts: Abouts;
  readonly page: Page<Activity>;
  readonly keys: readonly OwnedKey[];
  readonly clients: readonly ActingClient[];
}> {
  const { table } = deps;
  const [page, connected] = await Promise.all([
    readActivity(personId, request, deps),
    connectedClient(personId, request, deps),
  ]);
  const acting = page.items.flatMap(({ actor }) =>
    actor.kind === 'oauth_client' && actor.id !== null ? [actor.id] : [],
  );
  const ids = [...new Set([...(connected === null ? [] : [connected]), ...acting])];
  const isKeyNamed = isOfKey(request.actorKind) || page.items.some(namesKey);
  const [abouts, keys, clients] = await Promise.all([
    readAbouts(page.items),
    isKeyNamed ? allKeysOf(table, partitions.person(personId)) : [],
    Promise.all(ids.map((id) => findClient(table, id))),
  ]);
  return {
    page,
    abouts,
    keys,
    clients: ids.map((id, position) => ({ id, name: clients[position]?.name ?? id })),
  };
}

/** The requested client, if the person has connected it. */
async function connectedClient(
  personId: string,
  { actorKind, actorId }: ActivityFilter,
  { table }: Deps,
): Promise<string | null> {
  if (actorKind !== 'oauth_client' || actorId === undefined) return null;
  const consent = await findConsent(table, personId, actorId);
  return consent?.clientId ?? null;
}

function namesKey({ actor, details }: Activity): boolean {
  return isOfKey(actor.kind) || details['keyId'] !== undefined;
}

function isOfKey(kind: ActivityActor | undefined): boolean {
  return kind === 'standard_key' || kind === 'agent_key';
}
