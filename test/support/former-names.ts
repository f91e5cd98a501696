import { formerKeys } from '../../shared/kernel/db/former-keys.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { listWrite } from '../../shared/kernel/db/listed.ts';
import { parseFound } from '../../shared/kernel/db/stored.ts';
import { getItem, type Table } from '../../shared/kernel/db/table.ts';
import { create, put, transact } from '../../shared/kernel/db/transact.ts';
import { entityItem, registryRowItem, StoredEntity } from '../../shared/registry/db/entities.ts';

/** Gives an entity the name that version 0.1.0 took, with the claim as it was stored then. */
export async function nameAsBefore(table: Table, id: string, name: string): Promise<StoredEntity> {
  const entity = parseFound(StoredEntity, await getItem(table, keys.entity(id)));
  if (entity === null) throw new Error(`set-up: there is no entity ${id}`);
  const { nameClaim: _, ...former } = { ...entity, name };
  const outcome = await transact(table, {
    released: { remove: { Key: keys.entityName(entity.optionId, entity.name) } },
    claim: create({ ...formerKeys.entityName(entity.optionId, name), entityId: id }),
    entity: put(entityItem(former)),
    row: put(registryRowItem(former, entity.createdAt, false)),
  });
  if (outcome.kind === 'refused') throw outcome.error;
  return former;
}

/** Reserves a name as version 0.1.0 did. */
export async function reserveAsBefore(
  table: Table,
  reserved: { readonly id: string; readonly name: string; readonly createdAt: string },
): Promise<void> {
  const { id, name, createdAt } = reserved;
  const key = formerKeys.reservedName(null, name);
  const outcome = await transact(table, {
    name: create({ ...key, ...reserved, optionId: null, reason: null }),
    pointer: create({ ...keys.reservedNameId(id), optionId: null, name }),
    listed: listWrite('reserved_name', createdAt, id, key),
  });
  if (outcome.kind === 'refused') throw outcome.error;
}
