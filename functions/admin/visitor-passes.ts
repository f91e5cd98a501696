import { presentPage } from '../../shared/contracts/pagination.ts';
import { presentVisitorPass } from '../../shared/contracts/visitor-pass.ts';
import { readVisitorPasses } from '../../shared/db/visitor-passes.ts';
import { coreDeps } from '../../shared/deps/core.ts';
import { type Operation, operation, operations } from '../../shared/http/operations.ts';
import { adminListVisitorPasses } from '../../shared/routes/admin-visitor-passes.ts';

const rows: readonly Operation[] = [
  operation(adminListVisitorPasses, async ({ query }, { table }) => {
    const { limit, cursor, ...filter } = query;
    const page = await readVisitorPasses(table, filter, { limit, after: cursor });
    return presentPage(page, limit, presentVisitorPass);
  }),
];

export const handler = operations(rows, coreDeps);
