import { updateAmendment as route } from '../../shared/amendments/routes/amendments.ts';
import { reviseAmendment } from '../../shared/amendments/usecases/draft-amendment.ts';
import { presentOneAmendment } from '../../shared/amendments/usecases/read-amendment.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { replayToFiler } from '../../shared/registry/usecases/read-accessible-entity.ts';
import { storedAnswers } from '../../shared/web/http/idempotency.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof route, ServiceDeps> = async ({ params, body, caller }, deps) => {
  const { id: entityId, filingId } = params;
  const amendment = await reviseAmendment({ entityId, filingId }, body, caller, deps);
  const data = await presentOneAmendment(amendment, deps);
  return { data, nextSteps: data.nextSteps };
};

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(route, run, storedAnswers({ replay: replayToFiler })),
];

export const handler = operations(rows, serviceDeps);
