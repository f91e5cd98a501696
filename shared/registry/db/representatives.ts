import * as z from 'zod/mini';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { create, orElse, type Write, type Writes } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import { unerasedPersonCheck } from '../../people/db/people-checks.ts';

/** A person who represents a legal entity today; `since` is when that began. */
export const StoredRepresentative = z.object({ personId: z.string(), since: z.string() });
export type StoredRepresentative = z.output<typeof StoredRepresentative>;

/** Who represents the entity, the longest-standing first. */
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

/** The longest-standing first, those of one instant by person id. */
export function inOrder(
  representatives: readonly StoredRepresentative[],
): readonly StoredRepresentative[] {
  const order = ({ since, personId }: StoredRepresentative) => `${since} ${personId}`;
  return representatives.toSorted((left, right) => (order(left) < order(right) ? -1 : 1));
}

/** The representation as it lies with the entity, and as it lies with the person. */
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

/** Lets a transaction through only while the person does not represent the entity. */
export function notRepresentative(entityId: string, personId: string): Write {
  return {
    check: {
      Key: keys.representative(entityId, personId),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** Lets a transaction through only if there are both, refused as `not_found`. */
function bothExist(entityId: string, personId: string) {
  return {
    person: orElse(mustExist(keys.person(personId)), () => 'not_found'),
    entity: orElse(mustExist(keys.entity(entityId)), () => 'not_found'),
  };
}

/** The writes that make a person represent an entity; refused as `done_before` when they do already, as `erased` once the person's erasure has begun. */
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

/** The writes that end it; refused as `done_before` when the person does not represent the entity. */
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
