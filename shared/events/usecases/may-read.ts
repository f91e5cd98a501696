import type { Caller, OAuthCaller, PartnerKeyCaller } from '../../access/auth/caller.ts';
import { activeKeysOf, type OwnedKey } from '../../access/db/api-keys.ts';
import { findIntegration } from '../../access/db/partner-integrations.ts';
import { keyState, reachesEntity } from '../../access/domain/key-bounds.ts';
import { feeds, keys, partitions } from '../../kernel/db/keys.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { findPerson } from '../../people/db/people.ts';
import { findRepresentedEntities } from '../../registry/db/entities.ts';
import type { PlacedEvent } from '../db/feeds.ts';
import type { StoredWebhookEndpoint } from '../db/webhook-endpoints.ts';
import { kindOfType, type SubjectKind, scopesOfKind } from '../domain/event-type.ts';

/**
 * The callers with a feed, holders of a key and clients with a person's token, with the rights that
 * decide which events they see.
 */
type FeedCaller =
  | Pick<
      Extract<Caller, { readonly kind: 'standard' | 'agent' }>,
      'kind' | 'personId' | 'keyId' | 'counterId' | 'scopes' | 'bounds'
    >
  | Pick<PartnerKeyCaller, 'kind' | 'integrationId' | 'scopes'>
  | Pick<OAuthCaller, 'kind' | 'personId' | 'scopes' | 'legalEntityIds'>;

/** The part of an event that decides who can read it. */
type SeenEvent = Pick<PlacedEvent, 'type' | 'owner' | 'item' | 'createdViaAPI'>;

/** The caller's feed. */
export function feedOf(caller: FeedCaller): string {
  return caller.kind === 'partner'
    ? feeds.integration(caller.integrationId)
    : feeds.person(caller.personId);
}

/** Kinds without a resource to read: their owner sees their events even after they are gone. */
const withoutResource: ReadonlySet<SubjectKind> = new Set(['consent', 'key']);

/**
 * The events whose resources the caller can currently read: it has the scope, the resource exists,
 * its owner represents the entity, an Agent Key sees what was created through the API and the
 * approvals that it asked for, a token sees the entities shared with its client. One round trip.
 */
export function mayRead(caller: FeedCaller, table: Table) {
  return async <Event extends SeenEvent>(events: readonly Event[]): Promise<readonly Event[]> => {
    const allowed = events.filter(({ type }) => hasScope(caller, kindOfType(type)));
    const [entities, filings] = await Promise.all([
      readableEntities(caller, allowed, table),
      existing(caller, allowed, table),
    ]);
    return allowed.filter((event) => {
      const { owner, item, createdViaAPI, type } = event;
      const kind = kindOfType(type);
      if (!withoutResource.has(kind) && !filings.has(place(item))) return false;
      if (owner.kind === 'entity') return entities.has(owner.id);
      if (caller.kind !== 'agent') return true;
      // The event does not contain the entity that an application became.
      const isHidden = caller.bounds?.legalEntityIds && kind === 'legal_entity_application';
      return createdViaAPI && !isHidden;
    });
  };
}

function hasScope(caller: FeedCaller, kind: SubjectKind): boolean {
  if (caller.kind === 'standard') return true;
  const scope = scopesOfKind[kind][caller.kind];
  return scope === 'any' || (scope !== null && caller.scopes.includes(scope));
}

async function readableEntities(
  caller: FeedCaller,
  events: readonly SeenEvent[],
  table: Table,
): Promise<ReadonlySet<string>> {
  if (caller.kind === 'partner') return new Set();
  const ids = new Set(events.flatMap(({ owner: { kind, id } }) => (kind === 'entity' ? id : [])));
  const shared =
    caller.kind === 'oauth' ? caller.legalEntityIds.filter((id) => ids.has(id)) : [...ids];
  const found = await findRepresentedEntities(table, shared, caller.personId);
  return new Set(found.filter((entity) => reachesEntity(caller, entity)).map(({ id }) => id));
}

/** The resources that still exist, and that the caller may see. */
async function existing(
  caller: FeedCaller,
  events: readonly SeenEvent[],
  table: Table,
): Promise<ReadonlySet<string>> {
  const requested = new Map(
    events
      .filter(({ type }) => !withoutResource.has(kindOfType(type)))
      .map(({ item }) => [place(item), item]),
  );
  const found = new Set<string>();
  const all = [...requested.values()];
  // The maximum number of keys of a BatchGetItem.
  for (let first = 0; first < all.length; first += 100) {
    for (const item of await getItems(table, all.slice(first, first + 100))) {
      if (item !== undefined && isShown(item) && isOwnApproval(caller, item))
        found.add(place({ pk: String(item['pk']), sk: String(item['sk']) }));
    }
  }
  return found;
}

/** For resources that can be hidden, such as documents. */
function isShown({ visibility = 'visible' }: Item): boolean {
  return visibility === 'visible';
}

/** False for an approval that another chain of keys asked for. */
function isOwnApproval(caller: FeedCaller, { pk, counterId }: Item): boolean {
  if (caller.kind !== 'agent' || !String(pk).startsWith(keys.keyApproval('', '').pk)) return true;
  return counterId === (caller.counterId ?? caller.keyId);
}

function place({ pk, sk }: SeenEvent['item']): string {
  return `${pk} ${sk}`;
}

/**
 * The rights with which an endpoint reads: those of its key, or of the key's successor after
 * rotations. `suspended`: it gets nothing for a while; `ended`: it has no active owner or key.
 */
export async function readerOf(
  { owner, keyChain }: StoredWebhookEndpoint,
  { table, now }: { readonly table: Table; now(): Date },
): Promise<FeedCaller | 'suspended' | 'ended'> {
  const [state, key] = await Promise.all([
    ownerState(owner, table),
    findChain(owner, keyChain, { table, now }),
  ]);
  if (state !== 'active') return state;
  if (key === null) return 'ended';
  const { kind, scopes, bounds } = key;
  const chain = { keyId: key.id, counterId: keyChain };
  return kind === 'partner'
    ? { kind, integrationId: owner.id, scopes }
    : { kind, personId: owner.id, ...chain, scopes, bounds };
}

async function findChain(
  owner: StoredWebhookEndpoint['owner'],
  chain: string,
  { table, now }: { readonly table: Table; now(): Date },
): Promise<OwnedKey | null> {
  const held = await activeKeysOf(table, partitions[owner.kind](owner.id));
  const isOfChain = ({ id, counterId }: OwnedKey) => (counterId ?? id) === chain;
  return held.find((key) => isOfChain(key) && keyState(key, now()) === 'good') ?? null;
}

async function ownerState(
  { kind, id }: StoredWebhookEndpoint['owner'],
  table: Table,
): Promise<'active' | 'suspended' | 'ended'> {
  if (kind === 'integration') {
    const integration = await findIntegration(table, id);
    if (integration === null) return 'ended';
    return integration.active ? 'active' : 'suspended';
  }
  const person = await findPerson(table, id);
  if (person?.status !== 'active') return 'ended';
  return person.suspension === undefined ? 'active' : 'suspended';
}
