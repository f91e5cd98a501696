import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import {
  getResidencyApplication,
  listResidencyApplications,
} from '../../shared/residency/routes/partner-applications.ts';
import {
  presentPartnerApplication,
  presentPartnerApplications,
  readResidencyApplication,
  readResidencyApplications,
} from '../../shared/residency/usecases/read-residency-application.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(listResidencyApplications, async ({ query, caller }, deps: ServiceDeps) => {
    const page = await readResidencyApplications(query, caller, deps);
    const data = await presentPartnerApplications(page.items, deps);
    return { data, pagination: { limit: query.limit, nextCursor: page.next } };
  }),
  operation(getResidencyApplication, async ({ params, caller }, deps: ServiceDeps) => {
    const found = await readResidencyApplication(params.id, caller, deps);
    return { data: await presentPartnerApplication(found, deps) };
  }),
];

export const handler = operations(rows, serviceDeps);
