import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { effectOf, idempotentOperation } from '../../shared/http/idempotency.ts';
import { type Operation, operations } from '../../shared/http/operations.ts';
import type { Run } from '../../shared/http/request.ts';
import { createAmendment as route } from '../../shared/routes/amendments.ts';
import { createAmendment } from '../../shared/usecases/create-amendment.ts';
import { presentOneAmendment } from '../../shared/usecases/present-amendments.ts';
import { replayToFiler } from '../../shared/usecases/replay-to-filer.ts';

const run: Run<typeof route, ServiceDeps> = async (request, deps) => {
  const { params, body, caller } = request;
  const effect = effectOf(request, route, body);
  const amendment = await createAmendment(params.id, body, { caller, effect }, deps);
  const data = await presentOneAmendment(amendment, deps);
  return { data, nextSteps: data.nextSteps };
};

const rows: readonly Operation<ServiceDeps>[] = [
  idempotentOperation(route, run, { replay: replayToFiler }),
];

export const handler = operations(rows, serviceDeps);
