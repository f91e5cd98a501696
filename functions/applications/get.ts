import { presentApplication } from '../../shared/contracts/application.ts';
import { coreDeps } from '../../shared/deps/core.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Run } from '../../shared/http/request.ts';
import { getApplication } from '../../shared/routes/applications.ts';
import { readOwnApplication } from '../../shared/usecases/read-own-application.ts';

const run: Run<typeof getApplication> = async ({ params, caller }, { table }) => ({
  data: presentApplication(await readOwnApplication(table, params.id, caller)),
});

export const handler = endpoint(getApplication, run, coreDeps);
