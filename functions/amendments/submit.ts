import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { idempotentOperation } from '../../shared/http/idempotency.ts';
import { type Operation, operations } from '../../shared/http/operations.ts';
import type { Run } from '../../shared/http/request.ts';
import { submitAmendment as route } from '../../shared/routes/amendments.ts';
import { presentOneAmendment } from '../../shared/usecases/present-amendments.ts';
import { replayToFiler } from '../../shared/usecases/replay-to-filer.ts';
import { submitAmendment } from '../../shared/usecases/submit-amendment.ts';

const run: Run<typeof route, ServiceDeps> = async ({ params, caller }, deps) => {
  const { id: entityId, filingId } = params;
  const amendment = await submitAmendment({ entityId, filingId }, caller, deps);
  return { success: true, data: await presentOneAmendment(amendment, deps) };
};

const rows: readonly Operation<ServiceDeps>[] = [
  idempotentOperation(route, run, { replay: replayToFiler }),
];

export const handler = operations(rows, serviceDeps);
