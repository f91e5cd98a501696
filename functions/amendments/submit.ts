import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { idempotentEndpoint } from '../../shared/http/idempotency.ts';
import type { Run } from '../../shared/http/request.ts';
import { submitAmendment as route } from '../../shared/routes/amendments.ts';
import { presentOneAmendment } from '../../shared/usecases/present-amendments.ts';
import { submitAmendment } from '../../shared/usecases/submit-amendment.ts';

export const run: Run<typeof route, ServiceDeps> = async ({ params, caller }, deps) => {
  const { id: entityId, filingId } = params;
  const amendment = await submitAmendment({ entityId, filingId }, caller, deps);
  return { success: true, data: await presentOneAmendment(amendment, deps) };
};

export const handler = idempotentEndpoint(route, run, serviceDeps);
