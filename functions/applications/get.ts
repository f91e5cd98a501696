import { presentApplication } from '../../shared/incorporation/contracts/application.ts';
import { getApplication } from '../../shared/incorporation/routes/applications.ts';
import { readOwnApplication } from '../../shared/incorporation/usecases/read-own-application.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof getApplication> = async ({ params, caller }, { table }) => ({
  data: presentApplication(await readOwnApplication(table, params.id, caller)),
});

export const rows: readonly Operation[] = [operation(getApplication, run)];

export const handler = operations(rows, coreDeps);
