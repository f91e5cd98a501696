import { actorOf } from '../../shared/access/auth/actor.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { type CoreDeps, coreDeps } from '../../shared/kernel/deps/core.ts';
import { environment, ReviewersEnvironment } from '../../shared/kernel/env.ts';
import { shownCode } from '../../shared/sessions/domain/sign-in-code.ts';
import { presentStaff, staffLists } from '../../shared/staff/admin-staff-contract.ts';
import * as routes from '../../shared/staff/admin-staff-routes.ts';
import { changeStaff } from '../../shared/staff/usecases/change-staff.ts';
import { handOutPasskeyCode } from '../../shared/staff/usecases/hand-out-passkey-code.ts';
import { readStaffMember, readStaffPage } from '../../shared/staff/usecases/read-staff.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

type Deps = CoreDeps & { readonly reviewers: readonly string[] };

export const rows: readonly Operation<Deps>[] = [
  operation(routes.adminListStaff, async ({ query }, deps) =>
    presentPage(await readStaffPage(query, deps), query.limit, presentStaff),
  ),
  operation(routes.adminGetStaff, async ({ params }, deps) => ({
    data: presentStaff(await readStaffMember(params.id, deps)),
  })),
  operation(routes.adminAddStaff, async ({ body, caller }, deps) => {
    const { roles = [], subjectTypes = null } = staffLists(body);
    const command = { type: 'add', roles, subjectTypes } as const;
    const member = await changeStaff(body.personId, command, actorOf(caller), deps);
    return { data: presentStaff(member) };
  }),
  operation(routes.adminReviseStaff, async ({ params, body, caller }, deps) => {
    const command = { type: 'revise', ...staffLists(body), version: body.version } as const;
    const member = await changeStaff(params.id, command, actorOf(caller), deps);
    return { data: presentStaff(member) };
  }),
  operation(routes.adminRemoveStaff, async ({ params, caller }, deps) => ({
    data: presentStaff(await changeStaff(params.id, { type: 'remove' }, actorOf(caller), deps)),
  })),
  operation(routes.adminMakePasskeyCode, async ({ params, caller }, deps: Deps) => {
    const made = await handOutPasskeyCode(params.id, actorOf(caller), deps);
    return { data: { ...made, code: shownCode(made.code) } };
  }),
];

export const handler = operations(rows, () => ({
  ...coreDeps(),
  reviewers: environment(ReviewersEnvironment).REVIEWERS,
}));
