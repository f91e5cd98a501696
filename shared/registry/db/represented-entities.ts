import { keys, partitions } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { orderOfNames } from '../../kernel/domain/person-name.ts';
import { StoredEntity } from './entities.ts';

/** How many keys one BatchGetItem takes. */
const batch = 100;

/** The ids of the legal entities that the person represents today. One round trip. */
export async function listRepresented(table: Table, personId: string): Promise<readonly string[]> {
  const prefix = keys.represented(personId, '').sk;
  const represented = await readAll(table, { value: partitions.person(personId), prefix });
  return represented.map(({ entityId }) => String(entityId));
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
