import { submitLegalEntityAmendment as route } from '../../shared/amendments/routes/amendments.ts';
import { presentOneAmendment } from '../../shared/amendments/usecases/read-amendment.ts';
import { submitAmendment } from '../../shared/amendments/usecases/submit-amendment.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { replayToFiler } from '../../shared/registry/usecases/read-accessible-entity.ts';
import { keptAnswers } from '../../shared/web/http/idempotency.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof route, ServiceDeps> = async ({ params, caller }, deps) => {
  const { id: entityId, filingId } = params;
  const amendment = await submitAmendment({ entityId, filingId }, caller, deps);
  return { success: true, data: await presentOneAmendment(amendment, deps) };
};

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(route, run, keptAnswers({ replay: replayToFiler })),
];

export const handler = operations(rows, serviceDeps);
