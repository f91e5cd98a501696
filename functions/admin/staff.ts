import { actorOf } from '../../shared/access/auth/caller.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { environment, ReviewersEnvironment } from '../../shared/kernel/settings/env.ts';
import { readPerson } from '../../shared/people/usecases/read-people.ts';
import { shownCode } from '../../shared/sign-in/domain/sign-in-code.ts';
import { presentStaff, staffLists } from '../../shared/staff/contracts/admin-staff-contract.ts';
import { approved } from '../../shared/staff/deps/approved.ts';
import {
  type OperatorApprovalDeps,
  operatorApprovalDeps,
} from '../../shared/staff/deps/staff-deps.ts';
import type { OperatorApprovals } from '../../shared/staff/domain/guarded-acts.ts';
import * as routes from '../../shared/staff/routes/admin-staff-routes.ts';
import { changeStaff, readStaffMember, readStaffPage } from '../../shared/staff/usecases/staff.ts';
import { handOutPasskeyCode } from '../../shared/staff/usecases/vouch-for-passkey.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

type Deps = OperatorApprovalDeps & { readonly reviewers: readonly string[] };

/** Someone who decides cases can give others what they applied for. */
const ofStaff = (_: unknown, { staff }: OperatorApprovals) => (staff ? ('staff' as const) : null);

const told = {
  template: 'operators_acted',
  what: 'staff',
  entityId: null,
  integrationId: null,
} as const;

export const rows: readonly Operation<Deps>[] = [
  operation(routes.adminListStaff, async ({ query }, deps) =>
    presentPage(await readStaffPage(query, deps), query.limit, presentStaff),
  ),
  operation(routes.adminGetStaff, async ({ params }, deps) => ({
    data: presentStaff(await readStaffMember(params.id, deps)),
  })),
  operation(
    routes.adminAddStaff,
    approved(
      routes.adminAddStaff,
      async ({ body, caller }, deps: Deps) => {
        const { roles = [], subjectTypes = null } = staffLists(body);
        const command = { type: 'add', roles, subjectTypes } as const;
        const member = await changeStaff(body.personId, command, actorOf(caller), deps);
        return { data: presentStaff(member) };
      },
      {
        act: ofStaff,
        before: async ({ body }, deps) => (await readPerson(body.personId, deps)).email,
        tell: ({ body }, at) => ({ ...told, personIds: [body.personId], at }),
      },
    ),
  ),
  operation(
    routes.adminReviseStaff,
    approved(
      routes.adminReviseStaff,
      async ({ params, body, caller }, deps: Deps) => {
        const command = { type: 'revise', ...staffLists(body), version: body.version } as const;
        const member = await changeStaff(params.id, command, actorOf(caller), deps);
        return { data: presentStaff(member) };
      },
      {
        act: ofStaff,
        before: async ({ params }, deps) => (await readStaffMember(params.id, deps)).version,
        tell: ({ params }, at) => ({ ...told, personIds: [params.id], at }),
      },
    ),
  ),
  operation(routes.adminRemoveStaff, async ({ params, caller }, deps) => ({
    data: presentStaff(await changeStaff(params.id, { type: 'remove' }, actorOf(caller), deps)),
  })),
  operation(
    routes.adminMakePasskeyCode,
    approved(
      routes.adminMakePasskeyCode,
      async ({ params, caller }, deps: Deps) => {
        const made = await handOutPasskeyCode(params.id, actorOf(caller), deps);
        return { data: { ...made, code: shownCode(made.code) } };
      }, // Its own mail reports it.
      {
        act: ofStaff,
        before: async ({ params }, deps) => (await readPerson(params.id, deps)).email,
      },
    ),
  ),
];

export const handler = pathFunction(rows, () => ({
  ...operatorApprovalDeps(),
  reviewers: environment(ReviewersEnvironment).REVIEWERS,
}));
