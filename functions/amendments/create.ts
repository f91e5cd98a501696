import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { effectOf, idempotentEndpoint } from '../../shared/http/idempotency.ts';
import type { Run } from '../../shared/http/request.ts';
import { createAmendment as route } from '../../shared/routes/amendments.ts';
import { createAmendment } from '../../shared/usecases/create-amendment.ts';
import { presentOneAmendment } from '../../shared/usecases/present-amendments.ts';

export const run: Run<typeof route, ServiceDeps> = async (request, deps) => {
  const { params, body, caller } = request;
  const effect = effectOf(request, route, body);
  const amendment = await createAmendment(params.id, body, { caller, effect }, deps);
  const data = await presentOneAmendment(amendment, deps);
  return { data, nextSteps: data.nextSteps };
};

export const handler = idempotentEndpoint(route, run, serviceDeps);
