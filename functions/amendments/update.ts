import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { idempotentEndpoint } from '../../shared/http/idempotency.ts';
import type { Run } from '../../shared/http/request.ts';
import { updateAmendment as route } from '../../shared/routes/amendments.ts';
import { presentOneAmendment } from '../../shared/usecases/present-amendments.ts';
import { reviseAmendment } from '../../shared/usecases/revise-amendment.ts';

export const run: Run<typeof route, ServiceDeps> = async ({ params, body, caller }, deps) => {
  const { id: entityId, filingId } = params;
  const amendment = await reviseAmendment({ entityId, filingId }, body, caller, deps);
  const data = await presentOneAmendment(amendment, deps);
  return { data, nextSteps: data.nextSteps };
};

export const handler = idempotentEndpoint(route, run, serviceDeps);
