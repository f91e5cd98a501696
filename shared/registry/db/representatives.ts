import * as z from 'zod/mini';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, orElse, type Write, type Writes } from '../../kernel/db/transact.ts';
import { assign, mustExist, updateItem } from '../../kernel/db/update.ts';
import { orderOfNames } from '../../kernel/domain/person-name.ts';
import { findPeople, type StoredPerson } from '../../people/db/people.ts';
import { unerasedPersonCheck } from '../../people/db/people-checks.ts';
import { StoredEntity } from './entities.ts';

/** A person who represents a legal entity today; `since` is when that began. */
export const StoredRepresentative = z.object({ personId: z.string(), since: z.string() });
export type StoredRepresentative = z.output<typeof StoredRepresentative>;

/** The entity's representatives, by start date. */
export async function listRepresentatives(
  table: Table,
  entityId: string,
): Promise<readonly StoredRepresentative[]> {
  const items = await readAll(table, {
    value: partitions.entity(entityId),
    prefix: keys.representative(entityId, '').sk,
  });
  return inOrder(items.map((item) => parseStored(StoredRepresentative, item)));
}

/** The representatives who can act for the entity, without deactivated accounts. */
export async function activeRepresentatives(
  table: Table,
  entityId: string,
): Promise<readonly StoredPerson[]> {
  const representatives = await listRepresentatives(table, entityId);
  const people = await findPeople(
    table,
    representatives.map(({ personId }) => personId),
  );
  return people.filter(({ status }) => status === 'active');
}

/** Sorted by start date, then by person id. */
export function inOrder(
  representatives: readonly StoredRepresentative[],
): readonly StoredRepresentative[] {
  const order = ({ since, personId }: StoredRepresentative) => `${since} ${personId}`;
  return representatives.toSorted((left, right) => (order(left) < order(right) ? -1 : 1));
}

/** The items of a representation, in the entity's and in the person's partition. */
export function representativeItems(
  entityId: string,
  { personId, since }: StoredRepresentative,
): { readonly ofEntity: Item; readonly ofPerson: Item } {
  return {
    ofEntity: { ...keys.representative(entityId, personId), personId, since },
    ofPerson: { ...keys.represented(personId, entityId), entityId, since },
  };
}

/** Whether the person represents the entity; strongly consistent. */
export async function isRepresentative(
  table: Table,
  entityId: string,
  personId: string,
): Promise<boolean> {
  return (await getItem(table, keys.representative(entityId, personId))) !== undefined;
}

/** Refuses the transaction if the person represents the entity. */
export function notRepresentative(entityId: string, personId: string): Write {
  return {
    check: {
      Key: keys.representative(entityId, personId),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** Refuses the transaction as `not_found` unless both exist. */
function bothExist(entityId: string, personId: string) {
  return {
    person: orElse(mustExist(keys.person(personId)), () => 'not_found'),
    entity: orElse(mustExist(keys.entity(entityId)), () => 'not_found'),
  };
}

/**
 * The writes that make a person represent an entity. Refused as `done_before` if they already do, as `erased` once the
 * person's erasure has begun.
 */
export function representationWrites(entityId: string, representative: StoredRepresentative) {
  const { ofEntity, ofPerson } = representativeItems(entityId, representative);
  return {
    ...bothExist(entityId, representative.personId),
    person: orElse(unerasedPersonCheck(representative.personId), (found) =>
      found === undefined ? 'not_found' : 'erased',
    ),
    representative: orElse(create(ofEntity), () => 'done_before'),
    represented: create(ofPerson),
  } satisfies Writes<string>;
}

/** The writes that end a representation. Refused as `done_before` if the person does not represent the entity. */
export function endOfRepresentationWrites(entityId: string, personId: string) {
  return {
    ...bothExist(entityId, personId),
    representative: orElse(
      {
        remove: {
          Key: keys.representative(entityId, personId),
          ConditionExpression: 'attribute_exists(pk)',
        },
      },
      () => 'done_before',
    ),
    represented: { remove: { Key: keys.represented(personId, entityId) } },
  } satisfies Writes<string>;
}

/** The limit of one BatchGetItem. */
const batch = 100;

/** A legal entity that a person represents; `openedAt` is when they last opened one of its documents. */
const StoredRepresented = z.object({ entityId: z.string(), openedAt: z.optional(z.string()) });
export type Represented = z.output<typeof StoredRepresented>;

/** The legal entities that the person represents today. One round trip. */
export async function listRepresentations(
  table: Table,
  personId: string,
): Promise<readonly Represented[]> {
  const prefix = keys.represented(personId, '').sk;
  const represented = await readAll(table, { value: partitions.person(personId), prefix });
  return represented.map((item) => parseStored(StoredRepresented, item));
}

/** Their ids. One round trip. */
export async function listRepresented(table: Table, personId: string): Promise<readonly string[]> {
  return (await listRepresentations(table, personId)).map(({ entityId }) => entityId);
}

/** Records that the person opened a document of the entity; does nothing if they no longer represent it. */
export async function noteOpened(
  table: Table,
  {
    entityId,
    personId,
    at,
  }: { readonly entityId: string; readonly personId: string; readonly at: string },
): Promise<void> {
  await updateItem(table, assign(keys.represented(personId, entityId), { openedAt: at }).update);
}

/** The legal entities that the person represents today, by name. */
export async function listRepresentedEntities(
  table: Table,
  personId: string,
): Promise<readonly StoredEntity[]> {
  return findEntitiesByName(table, await listRepresented(table, personId));
}

/** The entities with these ids, by name. One round trip for a hundred of them. */
export async function findEntitiesByName(
  table: Table,
  ids: readonly string[],
): Promise<readonly StoredEntity[]> {
  const entities: StoredEntity[] = [];
  for (let first = 0; first < ids.length; first += batch) {
    const found = await getItems(table, ids.slice(first, first + batch).map(keys.entity));
    for (const item of found)
      if (item !== undefined) entities.push(parseStored(StoredEntity, item));
  }
  return entities.toSorted((one, other) => orderOfNames(one.name, other.name));
}
