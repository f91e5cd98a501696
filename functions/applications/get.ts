import { getApplication } from '../../shared/incorporation/routes/applications.ts';
import {
  presentOneApplication,
  readOwnApplication,
} from '../../shared/incorporation/usecases/read-application.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof getApplication, ServiceDeps> = async ({ params, caller }, deps) => ({
  data: await presentOneApplication(await readOwnApplication(deps.table, params.id, caller), deps),
});

export const rows: readonly Operation<ServiceDeps>[] = [operation(getApplication, run)];

export const handler = operations(rows, serviceDeps);
