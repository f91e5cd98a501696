import { keys, partitions } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { StoredEntity } from './entities.ts';

/** How many keys one BatchGetItem takes. */
const batch = 100;

/** The legal entities that the person represents today, by name. */
export async function listRepresentedEntities(
  table: Table,
  personId: string,
): Promise<readonly StoredEntity[]> {
  const prefix = keys.represented(personId, '').sk;
  const represented = await readAll(table, { value: partitions.person(personId), prefix });
  const entities: StoredEntity[] = [];
  for (let first = 0; first < represented.length; first += batch) {
    const wanted = represented.slice(first, first + batch);
    const found = await getItems(
      table,
      wanted.map(({ entityId }) => keys.entity(String(entityId))),
    );
    for (const item of found)
      if (item !== undefined) entities.push(parseStored(StoredEntity, item));
  }
  return entities.toSorted((one, other) =>
    one.name.localeCompare(other.name, 'en', { numeric: true }),
  );
}
