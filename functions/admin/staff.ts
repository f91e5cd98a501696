import { actorOf } from '../../shared/access/auth/caller.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { environment, ReviewersEnvironment } from '../../shared/kernel/settings/env.ts';
import {
  addsStaff,
  makesPasskeyCode,
  revisesStaff,
} from '../../shared/service/handlers/operator-acts.ts';
import { presentStaff } from '../../shared/staff/contracts/admin-staff-contract.ts';
import { actOperation } from '../../shared/staff/deps/approved.ts';
import {
  type OperatorApprovalDeps,
  operatorApprovalDeps,
} from '../../shared/staff/deps/staff-deps.ts';
import * as routes from '../../shared/staff/routes/admin-staff-routes.ts';
import { changeStaff, readStaffMember, readStaffPage } from '../../shared/staff/usecases/staff.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

type Deps = OperatorApprovalDeps & { readonly reviewers: readonly string[] };

export const rows: readonly Operation<Deps>[] = [
  operation(routes.adminListStaff, async ({ query }, deps) =>
    presentPage(await readStaffPage(query, deps), query.limit, presentStaff),
  ),
  operation(routes.adminGetStaff, async ({ params }, deps) => ({
    data: presentStaff(await readStaffMember(params.id, deps)),
  })),
  actOperation(addsStaff),
  actOperation(revisesStaff),
  operation(routes.adminRemoveStaff, async ({ params, caller }, deps) => ({
    data: presentStaff(await changeStaff(params.id, { type: 'remove' }, actorOf(caller), deps)),
  })),
  actOperation(makesPasskeyCode),
];

export const handler = pathFunction(rows, () => ({
  ...operatorApprovalDeps(),
  reviewers: environment(ReviewersEnvironment).REVIEWERS,
}));
