import { actorOf } from '../../shared/access/auth/caller.ts';
import { type MaintenanceDeps, maintenanceDeps } from '../../shared/service/deps/maintenance.ts';
import * as routes from '../../shared/service/routes/admin-maintenance.ts';
import {
  beginMaintenance,
  endMaintenance,
  readMaintenance,
} from '../../shared/service/usecases/switch-maintenance.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

/** The operators' routes for maintenance, which refuses writes. */
export const rows: readonly Operation<MaintenanceDeps>[] = [
  operation(routes.adminGetMaintenance, async (_, deps) => ({ data: await readMaintenance(deps) })),
  operation(routes.adminBeginMaintenance, async ({ body, caller }, deps) => ({
    data: await beginMaintenance(body, actorOf(caller), deps),
  })),
  operation(routes.adminEndMaintenance, async ({ body, caller }, deps) => ({
    data: await endMaintenance(body, actorOf(caller), deps),
  })),
];

export const handler = pathFunction(rows, maintenanceDeps);
