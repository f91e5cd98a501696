import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { idempotentOperation } from '../../shared/http/idempotency.ts';
import { type Operation, operations } from '../../shared/http/operations.ts';
import type { Run } from '../../shared/http/request.ts';
import { updateAmendment as route } from '../../shared/routes/amendments.ts';
import { presentOneAmendment } from '../../shared/usecases/present-amendments.ts';
import { replayToFiler } from '../../shared/usecases/replay-to-filer.ts';
import { reviseAmendment } from '../../shared/usecases/revise-amendment.ts';

const run: Run<typeof route, ServiceDeps> = async ({ params, body, caller }, deps) => {
  const { id: entityId, filingId } = params;
  const amendment = await reviseAmendment({ entityId, filingId }, body, caller, deps);
  const data = await presentOneAmendment(amendment, deps);
  return { data, nextSteps: data.nextSteps };
};

const rows: readonly Operation<ServiceDeps>[] = [
  idempotentOperation(route, run, { replay: replayToFiler }),
];

export const handler = operations(rows, serviceDeps);
