import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { presentVisitorPass } from '../../shared/residency/contracts/visitor-pass-contract.ts';
import { adminListVisitorPasses } from '../../shared/residency/routes/admin-visitor-pass-routes.ts';
import { listVisitorPasses } from '../../shared/residency/usecases/visitor-passes.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation[] = [
  operation(adminListVisitorPasses, async ({ query }, deps) =>
    presentPage(await listVisitorPasses(query, deps), query.limit, presentVisitorPass),
  ),
];

export const handler = pathFunction(rows, coreDeps);
