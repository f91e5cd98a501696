import { listAmendments } from '../../shared/db/amendments.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { type Operation, operation, operations } from '../../shared/http/operations.ts';
import {
  getAmendment as getRoute,
  listAmendments as listRoute,
} from '../../shared/routes/amendments.ts';
import {
  presentAmendments,
  presentOneAmendment,
} from '../../shared/usecases/present-amendments.ts';
import { readAccessibleEntity } from '../../shared/usecases/read-accessible-entity.ts';
import { readAmendment } from '../../shared/usecases/read-amendment.ts';

const rows: readonly Operation<ServiceDeps>[] = [
  operation(listRoute, async ({ params, caller }, deps: ServiceDeps) => {
    await readAccessibleEntity(deps.table, params.id, caller);
    return { data: await presentAmendments(await listAmendments(deps.table, params.id), deps) };
  }),
  operation(getRoute, async ({ params, caller }, deps: ServiceDeps) => {
    const { id: entityId, filingId } = params;
    const amendment = await readAmendment(deps.table, { entityId, filingId }, caller);
    return { data: await presentOneAmendment(amendment, deps) };
  }),
];

export const handler = operations(rows, serviceDeps);
