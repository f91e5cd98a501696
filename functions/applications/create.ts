import { presentApplication } from '../../shared/contracts/application.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { effectOf, idempotentEndpoint } from '../../shared/http/idempotency.ts';
import type { Run } from '../../shared/http/request.ts';
import { createApplication as route } from '../../shared/routes/applications.ts';
import { createApplication } from '../../shared/usecases/create-application.ts';

export const run: Run<typeof route, ServiceDeps> = async (request, deps) => {
  const { body, caller } = request;
  const effect = effectOf(request, route, body);
  const { application, signatureUrl } = await createApplication(body, caller, effect, deps);
  return { data: presentApplication(application), nextSteps: { signature: signatureUrl } };
};

export const handler = idempotentEndpoint(route, run, serviceDeps);
