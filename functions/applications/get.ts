import { presentApplication } from '../../shared/incorporation/contracts/application.ts';
import { getApplication } from '../../shared/incorporation/routes/applications.ts';
import { readOwnApplication } from '../../shared/incorporation/usecases/read-own-application.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { endpoint } from '../../shared/web/endpoint.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof getApplication> = async ({ params, caller }, { table }) => ({
  data: presentApplication(await readOwnApplication(table, params.id, caller)),
});

export const handler = endpoint(getApplication, run, coreDeps);
