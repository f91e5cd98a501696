import { activeKeysOf } from '../../access/db/api-keys.ts';
import { revocationsOf } from '../../access/usecases/revoke-keys.ts';
import { partitions } from '../../kernel/db/keys.ts';
import { orElse, transact, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { findPerson, personWrite, type StoredPerson } from '../../people/db/people.ts';
import { actingEpochCheck } from '../../people/db/people-checks.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { listRepresentedEntities } from '../../registry/db/representatives.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { findClient } from '../db/oauth-clients.ts';
import {
  consentWrite,
  findConsent,
  listConsents,
  type StoredConsent,
  withdrawConsentWrite,
} from '../db/oauth-consents.ts';
import { consentStands, extendConsent } from '../domain/oauth-consent.ts';
import { agentScopesOf, opensEntities } from '../domain/oauth-scope.ts';
import type { Connection, EntitiesForm } from '../pages/portal-connections-pages.ts';
import { sharedInTrail } from './consent-writes.ts';
import { type NotRepresented, sharedEntities } from './shared-entities.ts';

type Deps = Pick<CoreDeps, 'table'>;

/**
 * Every application to which the person has given access, by name. A consent that a deactivation
 * ended is not included, even if it is still stored.
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

/** The connection of one application; null if the person allows it nothing. */
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
 * The person's legal entities that an application can be allowed, and those it is allowed now; null
 * if it can't access entities. Three parallel reads.
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

/**
 * Withdraws a person's consent to a client and notifies the client. Codes, devices and tokens that
 * depend on the consent become invalid. Without a consent, nothing is recorded.
 */
export function endConnection(
  { personId, clientId }: { readonly personId: string; readonly clientId: string },
  deps: CoreDeps,
): Promise<void> {
  return retryOnConflict<void>(async () => {
    const consent = await findConsent(deps.table, personId, clientId);
    if (consent === null) return;
    const at = deps.now().toISOString();
    const outcome = await transact(deps.table, {
      ...(await agentKeysEnd(consent, at, deps)),
      consent: withdrawConsentWrite(consent),
      notification: eventWrite(deps.newId(), at, {
        type: 'logout.requested',
        personId,
        of: { kind: 'connection', clientId },
      }),
      ...auditPerson(deps, {
        at,
        actor: personActor(personId),
        personId,
        action: 'oauth_client.access_ended',
        details: { clientId, consentId: consent.id },
      }),
    });
    return outcome.kind === 'written' ? undefined : lostRace;
  });
}

/**
 * The writes that revoke the Agent Keys of a client's grants. They are refused if a key was issued
 * since the keys were read.
 */
async function agentKeysEnd(
  { personId, clientId, scopes }: StoredConsent,
  at: string,
  deps: CoreDeps,
): Promise<Writes> {
  if (agentScopesOf(scopes).length === 0) return {};
  const person = await findPerson(deps.table, personId);
  const owner = partitions.person(personId);
  const active = await activeKeysOf(deps.table, owner);
  const ofClient = active.filter(({ connection }) => connection?.clientId === clientId);
  if (person === null) return {};
  return {
    ...revocationsOf(ofClient, owner, at, deps),
    person: personWrite({ ...person, activeKeys: person.activeKeys - ofClient.length }),
  };
}

interface EntityChoice {
  /** The person as currently stored. */
  readonly person: StoredPerson;
  readonly clientId: string;
  /** As they were sent. */
  readonly legalEntityIds: readonly string[];
}

/**
 * Replaces the choice of legal entities that a client can access. Its tokens immediately lose
 * access to removed entities; they gain access to added ones with the client's next authorization.
 * Without a consent about legal entities, nothing happens.
 */
export function chooseConnectionEntities(
  { person, clientId, legalEntityIds: chosen }: EntityChoice,
  deps: CoreDeps,
): Promise<{ readonly kind: 'done' } | NotRepresented> {
  return retryOnConflict<{ readonly kind: 'done' } | NotRepresented>(async () => {
    const at = deps.now().toISOString();
    const consent = await findConsent(deps.table, person.id, clientId);
    if (consent === null || !consentStands(consent, person)) return done;
    const { scopes } = consent;
    const legalEntityIds = await sharedEntities({ personId: person.id, scopes, chosen }, deps);
    if (legalEntityIds === null) return { kind: 'not_represented' };
    const next = extendConsent(consent, { scopes, legalEntityIds }, at);
    if (next === consent) return done;
    const outcome = await transact(deps.table, {
      // A deactivation has also ended the consent.
      person: orElse(actingEpochCheck(person), () => done),
      consent: consentWrite(next),
      ...auditPerson(deps, {
        at,
        actor: personActor(person.id),
        personId: person.id,
        action: 'oauth_client.entities_selected',
        details: { clientId, ...sharedInTrail(legalEntityIds) },
      }),
    });
    return outcome.kind === 'written' ? done : (outcome.refusal ?? lostRace);
  });
}

const done = { kind: 'done' } as const;
