import { adminListAudit } from '../../shared/audit/audit-routes.ts';
import { listAudit } from '../../shared/audit/list-audit.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { coreDeps } from '../../shared/kernel/deps/core.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

export const rows: readonly Operation[] = [
  operation(adminListAudit, async ({ query }, deps) =>
    presentPage(await listAudit(query, deps), query.limit, (entry) => entry),
  ),
];

export const handler = operations(rows, coreDeps);
