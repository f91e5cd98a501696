import { listApplications } from '../../shared/incorporation/applications.ts';
import { presentApplication } from '../../shared/incorporation/contracts/application.ts';
import { listLegalEntityApplications as route } from '../../shared/incorporation/routes/applications.ts';
import { isVisibleTo } from '../../shared/incorporation/usecases/read-own-application.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof route> = async ({ caller }, { table }) => {
  const applications = await listApplications(table, caller.personId);
  return {
    data: applications
      .filter((application) => isVisibleTo(application, caller))
      .map(presentApplication),
  };
};

export const rows: readonly Operation[] = [operation(route, run)];

export const handler = operations(rows, coreDeps);
