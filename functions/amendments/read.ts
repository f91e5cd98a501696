import {
  getAmendment as getRoute,
  listLegalEntityAmendments as listRoute,
} from '../../shared/amendments/routes/amendments.ts';
import {
  presentAmendments,
  presentOneAmendment,
  readAmendment,
  readAmendments,
} from '../../shared/amendments/usecases/read-amendment.ts';
import { ownList } from '../../shared/kernel/contracts/own-list.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(listRoute, async ({ params, query, caller }, deps: ServiceDeps) => {
    const amendments = await readAmendments(deps.table, params.id, caller);
    return ownList(amendments, query, (chosen) => presentAmendments(chosen, deps));
  }),
  operation(getRoute, async ({ params, caller }, deps: ServiceDeps) => {
    const { id: entityId, filingId } = params;
    const amendment = await readAmendment(deps.table, { entityId, filingId }, caller);
    return { data: await presentOneAmendment(amendment, deps) };
  }),
];

export const handler = operations(rows, serviceDeps);
