import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { adminListVisitorPasses } from '../../shared/visitors/admin-visitor-pass-routes.ts';
import { presentVisitorPass } from '../../shared/visitors/visitor-pass-contract.ts';
import { readVisitorPasses } from '../../shared/visitors/visitor-passes.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

export const rows: readonly Operation[] = [
  operation(adminListVisitorPasses, async ({ query }, { table }) => {
    const { limit, cursor, ...filter } = query;
    const page = await readVisitorPasses(table, filter, { limit, after: cursor });
    return presentPage(page, limit, presentVisitorPass);
  }),
];

export const handler = operations(rows, coreDeps);
