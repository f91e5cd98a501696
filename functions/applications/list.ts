import { presentApplication } from '../../shared/incorporation/contracts/application.ts';
import { listLegalEntityApplications as route } from '../../shared/incorporation/routes/applications.ts';
import { readOwnApplications } from '../../shared/incorporation/usecases/read-own-application.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof route> = async ({ caller }, { table }) => {
  const applications = await readOwnApplications(table, caller);
  return { data: applications.map(presentApplication) };
};

export const rows: readonly Operation[] = [operation(route, run)];

export const handler = operations(rows, coreDeps);
