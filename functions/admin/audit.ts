import { actorOf } from '../../shared/access/auth/caller.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { adminListAudit } from '../../shared/platform/routes/audit-routes.ts';
import { listAudit } from '../../shared/platform/usecases/audit.ts';
import { presentApproval } from '../../shared/staff/contracts/approvals-contract.ts';
import {
  type OperatorApprovalDeps,
  operatorApprovalDeps,
} from '../../shared/staff/deps/staff-deps.ts';
import * as approvalRoutes from '../../shared/staff/routes/admin-approvals-routes.ts';
import {
  closeApproval,
  listOperatorApprovals,
  readOperatorApproval,
} from '../../shared/staff/usecases/operator-approvals.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

/** The operators' routes for the audit trail and for approvals by a second operator. */
export const rows: readonly Operation<OperatorApprovalDeps>[] = [
  operation(adminListAudit, async ({ query }, deps) =>
    presentPage(await listAudit(query, deps), query.limit, (entry) => entry),
  ),
  operation(approvalRoutes.adminListApprovals, async ({ query }, deps) => {
    const now = deps.now().toISOString();
    const page = await listOperatorApprovals(query, deps);
    return presentPage(page, query.limit, (each) => presentApproval(each, now));
  }),
  operation(approvalRoutes.adminGetApproval, async ({ params }, deps) => {
    const asked = await readOperatorApproval(params.id, deps);
    return { data: presentApproval(asked, deps.now().toISOString()) };
  }),
  operation(
    approvalRoutes.adminCloseApproval,
    async ({ params, body, caller }, deps: OperatorApprovalDeps) => {
      const closed = await closeApproval(params.id, body.decision, actorOf(caller), deps);
      return { data: presentApproval(closed, deps.now().toISOString()) };
    },
  ),
];

export const handler = pathFunction(rows, operatorApprovalDeps);
