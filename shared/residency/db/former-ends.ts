import { placeOfEnd } from '../../kernel/db/ends.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { spreadList } from '../../kernel/db/listed.ts';
import type { Migration, MigrationChange } from '../../kernel/db/migration.ts';
import { partitionsOf } from '../../kernel/db/spread-page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, put, transact } from '../../kernel/db/transact.ts';
import { updateItem } from '../../kernel/db/update.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { entityUnchanged, StoredEntity } from '../../registry/db/entities.ts';
import { entityTermItem } from '../../registry/db/entity-terms.ts';
import { registryLists } from '../../registry/db/registry-lists.ts';

/**
 * Files residencies of persons and entities by their ends, and entities by the day of their registration, where a version
 * without those lists has written them: until then nobody is told. Of a person it is the last one that was granted: nobody is
 * told of others. A dry run counts an entity twice that is on both of the registry's lists.
 */
export const formerEnds: Migration = {
  name: 'residency-ends',
  code: 1,
  about:
    'files residencies by their ends, and entities by the day of their registration, so that their holders are told',
  segments: [
    ...partitionsOf(spreadList('person')).map((list) => [{ list }]),
    ...registryLists.map((list) => [{ list }]),
  ],
  async look(items, table) {
    const owners = await getItems(table, items.map(ownerOf));
    const filed = await getItems(table, owners.map(termOf));
    return owners.map((owner, index) => {
      if (owner === undefined) return null;
      const isEntity = owner['sk'] === keys.entity('').sk;
      return isEntity
        ? filingOfEntity(parseStored(StoredEntity, owner), filed[index], table)
        : filingOfResidency(filed[index], table);
    });
  },
};

/** A place on the list of persons leads to one; a row of the registry lies with its entity. */
function ownerOf({ pk, itemPk, itemSk }: Item): ItemKey {
  return itemPk === undefined
    ? { pk: String(pk), sk: keys.entity('').sk }
    : { pk: String(itemPk), sk: String(itemSk) };
}

/** Where the term lies that ends. */
function termOf(owner: Item | undefined): ItemKey | null {
  if (owner === undefined) return null;
  if (owner['sk'] === keys.entity('').sk) return keys.entityTerm(String(owner['id']));
  const person = parseFound(StoredPerson, owner);
  const residency = person?.residency ?? null;
  return person === null || residency === null
    ? null
    : keys.residency(person.id, residency.createdAt, residency.id);
}

function filingOfEntity(
  entity: StoredEntity,
  filed: Item | undefined,
  table: Table,
): MigrationChange | null {
  const term = entityTermItem(entity);
  const isFiled = ['gsi1sk', 'gsi2sk'].every((name) => filed?.[name] === term[name]);
  if (filed !== undefined && isFiled) return null;
  return {
    sample: entity.id,
    carryOut: async () => {
      const outcome = await transact(table, {
        unchanged: entityUnchanged(entity),
        term: filed === undefined ? create(term) : put(term),
      });
      return outcome.kind === 'written' ? 'changed' : 'again';
    },
  };
}

function filingOfResidency(item: Item | undefined, table: Table): MigrationChange | null {
  const end = item?.['terminationDate'];
  if (item === undefined || typeof end !== 'string') return null;
  const place = placeOfEnd(String(item['id']), end);
  if (place.gsi1sk === item['gsi1sk']) return null;
  return {
    sample: String(item['id']),
    carryOut: async () => {
      const outcome = await updateItem(table, {
        Key: { pk: item['pk'], sk: item['sk'] },
        UpdateExpression: 'SET gsi1pk = :list, gsi1sk = :order',
        // Whoever writes another end files it.
        ConditionExpression: 'terminationDate = :read',
        ExpressionAttributeValues: {
          ':list': place.gsi1pk,
          ':order': place.gsi1sk,
          ':read': end,
        },
      });
      return outcome.kind === 'written' ? 'changed' : 'again';
    },
  };
}
