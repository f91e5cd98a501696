import { ownList } from '../../shared/kernel/contracts/own-list.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { presentLegalEntity } from '../../shared/registry/contracts/legal-entity.ts';
import { getLegalEntity, listLegalEntities } from '../../shared/registry/routes/entities.ts';
import {
  readAccessibleEntity,
  readOwnEntities,
} from '../../shared/registry/usecases/read-accessible-entity.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation[] = [
  operation(listLegalEntities, async ({ query, caller }, deps) => {
    const entities = await readOwnEntities(caller.personId, deps);
    return ownList(entities, query, (chosen) => chosen.map(presentLegalEntity));
  }),
  operation(getLegalEntity, async ({ params, caller }, { table }) => ({
    data: presentLegalEntity(await readAccessibleEntity(table, params.id, caller)),
  })),
];

export const handler = operations(rows, coreDeps);
