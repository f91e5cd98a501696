import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { listRepresentedEntities } from '../../registry/db/represented-entities.ts';
import { findClient } from '../db/oauth-clients.ts';
import { findConsent, listConsents, type StoredConsent } from '../db/oauth-consents.ts';
import { consentStands } from '../domain/oauth-consent.ts';
import { opensEntities } from '../domain/oauth-scope.ts';
import type { Connection, EntitiesForm } from '../pages/portal-connections-pages.ts';

type Deps = Pick<CoreDeps, 'table'>;

/**
 * Every application that the person has allowed something, by name. A consent that a deactivation ended is over
 * for good, whatever is still stored.
 */
export async function readConnections(
  person: StoredPerson,
  deps: Deps,
): Promise<readonly Connection[]> {
  const consents = await listConsents(deps.table, person.id);
  return connectionsOf(
    consents.filter((consent) => consentStands(consent, person)),
    deps,
  );
}

/** The connection of one application; null when the person allows it nothing (any more). */
export async function findConnection(
  person: StoredPerson,
  clientId: string,
  deps: Deps,
): Promise<Connection | null> {
  const consent = await findConsent(deps.table, person.id, clientId);
  if (!consentStands(consent, person)) return null;
  const [connection = null] = await connectionsOf([consent], deps);
  return connection;
}

/**
 * What an application may be shown, and is shown, of the person's legal entities; null when it may see none. Three
 * reads at a time.
 */
export async function findEntityChoice(
  person: StoredPerson,
  clientId: string,
  { table }: Deps,
): Promise<Pick<EntitiesForm, 'clientName' | 'publisher' | 'entities' | 'chosen'> | null> {
  const [consent, client, entities] = await Promise.all([
    findConsent(table, person.id, clientId),
    findClient(table, clientId),
    listRepresentedEntities(table, person.id),
  ]);
  if (!consentStands(consent, person) || !opensEntities(consent.scopes)) return null;
  return {
    clientName: client?.name ?? clientId,
    publisher: client?.publisher ?? null,
    entities,
    chosen: consent.legalEntityIds,
  };
}

async function connectionsOf(
  consents: readonly StoredConsent[],
  { table }: Deps,
): Promise<readonly Connection[]> {
  const [first] = consents;
  if (first === undefined) return [];
  const [represented, clients] = await Promise.all([
    listRepresentedEntities(table, first.personId),
    Promise.all(consents.map(({ clientId }) => findClient(table, clientId))),
  ]);
  const connections = consents.map(({ clientId, scopes, legalEntityIds, createdAt }, position) => ({
    clientId,
    clientName: clients[position]?.name ?? clientId,
    publisher: clients[position]?.publisher ?? null,
    scopes,
    entities: represented.filter(({ id }) => legalEntityIds.includes(id)),
    createdAt,
  }));
  return connections.toSorted((one, other) => one.clientName.localeCompare(other.clientName, 'en'));
}
