import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import {
  getResidencyApplication,
  listResidencyApplications,
} from '../../shared/residency/routes/partner-applications.ts';
import { presentResidency } from '../../shared/residency/usecases/present-residency-applications.ts';
import {
  readResidencyApplication,
  readResidencyApplications,
} from '../../shared/residency/usecases/read-residency-application.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(listResidencyApplications, async ({ query, caller }, deps: ServiceDeps) => {
    const { items, next } = await readResidencyApplications(query, caller, deps);
    return {
      data: items.map((item) => presentResidency(item, deps)),
      pagination: { limit: query.limit, nextCursor: next },
    };
  }),
  operation(getResidencyApplication, async ({ params, caller }, deps: ServiceDeps) => {
    const found = await readResidencyApplication(params.id, caller, deps);
    return { data: presentResidency(found, deps) };
  }),
];

export const handler = operations(rows, serviceDeps);
