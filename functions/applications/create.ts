import { presentApplication } from '../../shared/contracts/application.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { idempotentEndpoint } from '../../shared/http/idempotency.ts';
import type { Run } from '../../shared/http/request.ts';
import { createApplication as route } from '../../shared/routes/applications.ts';
import { createApplication } from '../../shared/usecases/create-application.ts';

export const run: Run<typeof route, ServiceDeps> = async ({ body, caller }, deps) => {
  const { application, signatureUrl } = await createApplication(body, caller, deps);
  return { data: presentApplication(application), nextSteps: { signature: signatureUrl } };
};

export const handler = idempotentEndpoint(route, run, serviceDeps);
