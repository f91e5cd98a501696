import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { adminListVisitorPasses } from '../../shared/visitors/admin-visitor-pass-routes.ts';
import { listVisitorPasses } from '../../shared/visitors/list-visitor-passes.ts';
import { presentVisitorPass } from '../../shared/visitors/visitor-pass-contract.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

export const rows: readonly Operation[] = [
  operation(adminListVisitorPasses, async ({ query }, deps) =>
    presentPage(await listVisitorPasses(query, deps), query.limit, presentVisitorPass),
  ),
];

export const handler = operations(rows, coreDeps);
