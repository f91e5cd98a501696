import { actorOf } from '../../access/auth/caller.ts';
import { presentPartnerKey } from '../../access/contracts/admin-integrations-contract.ts';
import { adminIssuePartnerKey } from '../../access/routes/admin-integrations-routes.ts';
import { issuePartnerKey, readIntegration } from '../../access/usecases/partner-integrations.ts';
import { dissolutionWrites } from '../../certificates/usecases/cancel-certificate.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { partnerScopes } from '../../kernel/domain/scopes.ts';
import { presentVoucher } from '../../payments/contracts/admin-vouchers-contract.ts';
import { adminCreateVoucher } from '../../payments/routes/admin-vouchers-routes.ts';
import { createVoucher } from '../../payments/usecases/vouchers.ts';
import { readPerson } from '../../people/usecases/read-people.ts';
import { presentAdminEntity } from '../../registry/contracts/admin-entities.ts';
import {
  adminAddRepresentative,
  adminRemoveRepresentative,
  adminUpdateLegalEntity,
} from '../../registry/routes/admin-entities.ts';
import {
  listCorrectionsOf,
  type RepresentedEntity,
  readConfirmation,
  readEntity,
} from '../../registry/usecases/read-entities.ts';
import {
  addRepresentative,
  removeRepresentative,
  reviseEntity,
} from '../../registry/usecases/revise-entity.ts';
import { shownCode } from '../../sign-in/domain/sign-in-code.ts';
import { presentStaff, staffLists } from '../../staff/contracts/admin-staff-contract.ts';
import type { ApprovedAct } from '../../staff/deps/approved.ts';
import type { OperatorApprovalDeps } from '../../staff/deps/staff-deps.ts';
import {
  type OperatorApprovals,
  revisedEntityAct,
  voucherAct,
} from '../../staff/domain/guarded-acts.ts';
import {
  adminAddStaff,
  adminMakePasskeyCode,
  adminReviseStaff,
} from '../../staff/routes/admin-staff-routes.ts';
import { changeStaff, readStaffMember } from '../../staff/usecases/staff.ts';
import { handOutPasskeyCode } from '../../staff/usecases/trust-passkey.ts';

// Each act is an operation of the operators' API and, with the same checks, a form of the console.

export async function entityAnswer(found: RepresentedEntity, deps: CoreDeps) {
  const [confirmation, corrections] = await Promise.all([
    readConfirmation(found.entity, deps),
    listCorrectionsOf(found.entity.id, deps),
  ]);
  const at = deps.now().toISOString();
  return { data: presentAdminEntity({ ...found, confirmation, corrections }, at) };
}

export const revisesEntity: ApprovedAct<typeof adminUpdateLegalEntity> = {
  route: adminUpdateLegalEntity,
  run: async ({ params, body, caller }, deps) =>
    entityAnswer(
      await reviseEntity(params.id, body, actorOf(caller), deps, dissolutionWrites),
      deps,
    ),
  act: ({ body }, setting) => revisedEntityAct(body, setting),
  before: async ({ params }, { table }) => {
    const { entity } = await readEntity(table, params.id);
    return [entity.taxState, entity.residency, entity.dissolutionDate];
  },
  notify: ({ params, body }, at) => ({
    template: 'operators_acted',
    what: body.taxState === undefined ? 'permit_number' : 'tax_state',
    personIds: [],
    entityId: params.id,
    integrationId: null,
    at,
  }),
};

/** Its own emails go to current and previous representatives of the entity. */
const representatives = {
  act: (_: unknown, setting: OperatorApprovals) =>
    setting.representatives ? ('representatives' as const) : null,
  before: async (
    {
      params: { id, personId },
    }: { readonly params: { readonly id: string; readonly personId: string } },
    { table }: OperatorApprovalDeps,
  ) => {
    const found = await readEntity(table, id);
    await readPerson(personId, { table });
    return found.representatives.some((each) => each.personId === personId);
  },
};

export const addsRepresentative: ApprovedAct<typeof adminAddRepresentative> = {
  route: adminAddRepresentative,
  run: async ({ params: { id, personId }, caller }, deps) =>
    entityAnswer(await addRepresentative({ entityId: id, personId }, actorOf(caller), deps), deps),
  ...representatives,
};

export const removesRepresentative: ApprovedAct<typeof adminRemoveRepresentative> = {
  route: adminRemoveRepresentative,
  run: async ({ params: { id, personId }, caller }, deps) =>
    entityAnswer(
      await removeRepresentative({ entityId: id, personId }, actorOf(caller), deps),
      deps,
    ),
  ...representatives,
};

export const createsVoucher: ApprovedAct<typeof adminCreateVoucher> = {
  route: adminCreateVoucher,
  run: async ({ body, caller }, deps) => ({
    data: presentVoucher(await createVoucher(body, actorOf(caller), deps)),
  }),
  act: ({ body }, setting) => voucherAct(body, setting),
  before: async () => null,
};

export const issuesPartnerKey: ApprovedAct<typeof adminIssuePartnerKey> = {
  route: adminIssuePartnerKey,
  run: async ({ params, body, caller }, deps) => {
    const request = { label: body.label ?? null, scopes: body.scopes ?? partnerScopes };
    const { key, secret } = await issuePartnerKey(params.id, request, actorOf(caller), deps);
    return { data: { ...presentPartnerKey(key), key: secret } };
  },
  act: (_, { keys }) => (keys ? 'keys' : null),
  before: async ({ params }, deps) => (await readIntegration(params.id, deps)).active,
  notify: ({ params }, at) => ({
    template: 'operators_acted',
    what: 'partner_key',
    personIds: [],
    entityId: null,
    integrationId: params.id,
    at,
  }),
};

/** A person who decides cases can grant others their applications. */
const ofStaff = (_: unknown, { staff }: OperatorApprovals) => (staff ? ('staff' as const) : null);

const template = {
  template: 'operators_acted',
  what: 'staff',
  entityId: null,
  integrationId: null,
} as const;

export const addsStaff: ApprovedAct<typeof adminAddStaff> = {
  route: adminAddStaff,
  run: async ({ body, caller }, deps) => {
    const { roles = [], subjectTypes = null } = staffLists(body);
    const command = { type: 'add', roles, subjectTypes } as const;
    return { data: presentStaff(await changeStaff(body.personId, command, actorOf(caller), deps)) };
  },
  act: ofStaff,
  before: async ({ body }, deps) => (await readPerson(body.personId, deps)).email,
  notify: ({ body }, at) => ({ ...template, personIds: [body.personId], at }),
};

export const revisesStaff: ApprovedAct<typeof adminReviseStaff> = {
  route: adminReviseStaff,
  run: async ({ params, body, caller }, deps) => {
    const command = { type: 'revise', ...staffLists(body), version: body.version } as const;
    return { data: presentStaff(await changeStaff(params.id, command, actorOf(caller), deps)) };
  },
  act: ofStaff,
  before: async ({ params }, deps) => (await readStaffMember(params.id, deps)).version,
  notify: ({ params }, at) => ({ ...template, personIds: [params.id], at }),
};

/** A separate email reports it. */
export const makesPasskeyCode: ApprovedAct<
  typeof adminMakePasskeyCode,
  OperatorApprovalDeps & { readonly reviewers: readonly string[] }
> = {
  route: adminMakePasskeyCode,
  run: async ({ params, caller }, deps) => {
    const made = await handOutPasskeyCode(params.id, actorOf(caller), deps);
    return { data: { ...made, code: shownCode(made.code) } };
  },
  act: ofStaff,
  before: async ({ params }, deps) => (await readPerson(params.id, deps)).email,
};
