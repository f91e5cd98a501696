import { listLegalEntityApplications as route } from '../../shared/incorporation/routes/applications.ts';
import {
  presentApplications,
  readOwnApplications,
} from '../../shared/incorporation/usecases/read-application.ts';
import { ownList } from '../../shared/kernel/contracts/own-list.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof route, ServiceDeps> = async ({ caller, query }, deps) => {
  const { status, ...page } = query;
  const all = await readOwnApplications(deps.table, caller);
  const wanted = all.filter(({ statusId }) => status === undefined || statusId === status);
  return ownList(wanted, page, (chosen) => presentApplications(chosen, deps));
};

export const rows: readonly Operation<ServiceDeps>[] = [operation(route, run)];

export const handler = operations(rows, serviceDeps);
