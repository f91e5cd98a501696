import { presentApplication } from '../../shared/contracts/application.ts';
import { listApplications } from '../../shared/db/applications.ts';
import { coreDeps } from '../../shared/deps/core.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Run } from '../../shared/http/request.ts';
import { listApplications as route } from '../../shared/routes/applications.ts';
import { isVisibleTo } from '../../shared/usecases/read-own-application.ts';

const run: Run<typeof route> = async ({ caller }, { table }) => {
  const applications = await listApplications(table, caller.personId);
  return {
    data: applications
      .filter((application) => isVisibleTo(application, caller))
      .map(presentApplication),
  };
};

export const handler = endpoint(route, run, coreDeps);
