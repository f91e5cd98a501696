import { adminListAudit } from '../../shared/audit/audit-routes.ts';
import { readAudit } from '../../shared/audit/audit-trail.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

export const rows: readonly Operation[] = [
  operation(adminListAudit, async ({ query }, { table }) => {
    const { limit, cursor: after, ...filter } = query;
    return presentPage(await readAudit(table, filter, { limit, after }), limit, (entry) => entry);
  }),
];

export const handler = operations(rows, coreDeps);
