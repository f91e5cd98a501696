import { actorOf } from '../../shared/access/auth/caller.ts';
import { presentAmendmentLine } from '../../shared/amendments/contracts/amendment.ts';
import {
  adminAnnulAmendment,
  adminGetAmendment,
  adminListAmendments,
  adminRejectAmendment,
} from '../../shared/amendments/routes/admin-amendments.ts';
import { annulAmendment } from '../../shared/amendments/usecases/annul-amendment.ts';
import { rejectUnsubmitted } from '../../shared/amendments/usecases/decide-amendment.ts';
import {
  listAllAmendments,
  presentAmendmentToOperators,
  readAnyAmendment,
} from '../../shared/amendments/usecases/read-amendment.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(adminGetAmendment, async ({ params }, deps: ServiceDeps) => ({
    data: await presentAmendmentToOperators(await readAnyAmendment(deps.table, params.id), deps),
  })),
  operation(adminRejectAmendment, async ({ params, body, caller }, deps: ServiceDeps) => {
    const rejected = await rejectUnsubmitted(params.id, body.reason, actorOf(caller), deps);
    return { data: await presentAmendmentToOperators(rejected, deps) };
  }),
  operation(adminAnnulAmendment, async ({ params, body, caller }, deps: ServiceDeps) => ({
    data: await annulAmendment(params.id, body, actorOf(caller), deps),
  })),
  operation(adminListAmendments, async ({ query }, deps: ServiceDeps) =>
    presentPage(await listAllAmendments(query, deps), query.limit, presentAmendmentLine),
  ),
];

export const handler = pathFunction(rows, serviceDeps);
