import { presentPage } from '../../shared/contracts/pagination.ts';
import { readAudit } from '../../shared/db/audit-trail.ts';
import { coreDeps } from '../../shared/deps/core.ts';
import { operation, operations } from '../../shared/http/operations.ts';
import { adminListAudit } from '../../shared/routes/admin-audit.ts';

const rows = [
  operation(adminListAudit, async ({ query }, { table }) => {
    const { limit, cursor: after, ...filter } = query;
    return presentPage(await readAudit(table, filter, { limit, after }), limit, (entry) => entry);
  }),
];

export const handler = operations(rows, coreDeps);
