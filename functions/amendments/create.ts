import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { idempotentEndpoint } from '../../shared/http/idempotency.ts';
import type { Run } from '../../shared/http/request.ts';
import { createAmendment as route } from '../../shared/routes/amendments.ts';
import { createAmendment } from '../../shared/usecases/create-amendment.ts';
import { presentOneAmendment } from '../../shared/usecases/present-amendments.ts';

export const run: Run<typeof route, ServiceDeps> = async ({ params, body, caller }, deps) => {
  const amendment = await createAmendment(params.id, body, caller, deps);
  const data = await presentOneAmendment(amendment, deps);
  return { data, nextSteps: data.nextSteps };
};

export const handler = idempotentEndpoint(route, run, serviceDeps);
