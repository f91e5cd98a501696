import { actorOf } from '../../shared/access/auth/actor.ts';
import type { StoredAmendment } from '../../shared/amendments/amendments.ts';
import { presentAmendmentLine } from '../../shared/amendments/contracts/admin-amendments.ts';
import {
  adminGetAmendment,
  adminListAmendments,
  adminRejectAmendment,
} from '../../shared/amendments/routes/admin-amendments.ts';
import { listAllAmendments } from '../../shared/amendments/usecases/list-amendments.ts';
import { presentOneAmendment } from '../../shared/amendments/usecases/present-amendments.ts';
import { readAnyAmendment } from '../../shared/amendments/usecases/read-amendment.ts';
import { rejectUnsubmitted } from '../../shared/amendments/usecases/reject-unsubmitted.ts';
import { adminAnnulAmendment } from '../../shared/annulments/annulment-routes.ts';
import { annulAmendment } from '../../shared/annulments/usecases/annul-amendment.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(adminGetAmendment, async ({ params }, deps: ServiceDeps) => {
    return { data: await presentWithSigner(await readAnyAmendment(deps.table, params.id), deps) };
  }),
  operation(adminRejectAmendment, async ({ params, body, caller }, deps: ServiceDeps) => {
    const rejected = await rejectUnsubmitted(params.id, body.reason, actorOf(caller), deps);
    return { data: await presentWithSigner(rejected, deps) };
  }),
  operation(adminAnnulAmendment, async ({ params, body, caller }, deps: ServiceDeps) => ({
    data: await annulAmendment(params.id, body, actorOf(caller), deps),
  })),
  operation(adminListAmendments, async ({ query }, deps: ServiceDeps) =>
    presentPage(await listAllAmendments(query, deps), query.limit, presentAmendmentLine),
  ),
];

async function presentWithSigner(amendment: StoredAmendment, deps: ServiceDeps) {
  const { signature } = amendment;
  const signer = signature && { personId: signature.personId, name: signature.signerName };
  return { ...(await presentOneAmendment(amendment, deps)), signer };
}

export const handler = operations(rows, serviceDeps);
