import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { formerNameKey, nameKey } from '../../kernel/domain/company-name.ts';
import { StoredEntity } from '../db/entities.ts';
import { claimOf } from '../db/names.ts';
import { registryChanges } from '../db/registry-changes.ts';

/** An entity whose name counts as that of others, or is not claimed for it. */
export interface CollidingName {
  readonly entity: StoredEntity;
  /**
   * Whether this entity holds the claim on the name, as names are compared today, so that nobody else can take
   * it.
   */
  readonly holdsName: boolean;
  /** The other entities of its option whose names count as the same. */
  readonly others: readonly string[];
  /** Puts those whose names count as the same next to each other. */
  readonly sortKey: string;
}

/**
 * The legal entities whose names count as one today, and did not when they were registered: for version 0.1.0,
 * two names that look the same could differ. Also entities without a namesake whose name nothing keeps from
 * others.
 *
 * Looks at every name of the registry.
 */
export async function findNameCollisions(table: Table): Promise<readonly CollidingName[]> {
  const suspects = await readEntities(table, await suspectIds(table));
  const groups = Map.groupBy(suspects, ({ optionId, name }) => keys.entityName(optionId, name).pk);
  const collisions = [...groups].flatMap(([pk, entities]) =>
    entities.map((entity) => ({
      entity,
      holdsName: claimOf(entity).pk === pk,
      others: entities.map(({ id }) => id).filter((id) => id !== entity.id),
      sortKey: `${pk}#${entity.id}`,
    })),
  );
  return collisions
    .filter(({ holdsName, others }) => !holdsName || others.length > 0)
    .toSorted((left, right) => (left.sortKey < right.sortKey ? -1 : 1));
}

/** Entities whose names had another key in version 0.1.0, and all that share their key today. */
async function suspectIds(table: Table): Promise<readonly string[]> {
  const ids = new Map<string, Set<string>>();
  const suspected = new Set<string>();
  // A row may be on two lists, and one that changes meanwhile comes again.
  for await (const { rows } of registryChanges(table, '')) {
    for (const { id, name } of rows) {
      const key = nameKey(name);
      ids.set(key, (ids.get(key) ?? new Set()).add(id));
      if (formerNameKey(name) !== key) suspected.add(key);
    }
  }
  return [...new Set([...suspected].flatMap((key) => [...(ids.get(key) ?? [])]))];
}

/** How many keys one BatchGetItem takes. */
const batch = 100;

async function readEntities(
  table: Table,
  ids: readonly string[],
): Promise<readonly StoredEntity[]> {
  const found: StoredEntity[] = [];
  for (let start = 0; start < ids.length; start += batch) {
    const wanted = ids.slice(start, start + batch).map((id) => keys.entity(id));
    const items = await getItems(table, wanted);
    found.push(...items.flatMap((item) => parseFound(StoredEntity, item) ?? []));
  }
  return found;
}
