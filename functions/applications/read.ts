import * as routes from '../../shared/incorporation/routes/applications.ts';
import {
  presentApplications,
  presentOneApplication,
  readOwnApplication,
  readOwnApplications,
} from '../../shared/incorporation/usecases/read-application.ts';
import { ownList } from '../../shared/kernel/contracts/own-list.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(routes.listLegalEntityApplications, async ({ caller, query }, deps: ServiceDeps) => {
    const { status, ...page } = query;
    const all = await readOwnApplications(deps.table, caller);
    const matching = all.filter(({ statusId }) => status === undefined || statusId === status);
    return ownList(matching, page, (chosen) => presentApplications(chosen, deps));
  }),
  operation(routes.getApplication, async ({ params, caller }, deps: ServiceDeps) => {
    const application = await readOwnApplication(deps.table, params.id, caller);
    return { data: await presentOneApplication(application, deps) };
  }),
];

export const handler = operations(rows, serviceDeps);
