import * as adminIntegrations from '../../access/routes/admin-integrations-routes.ts';
import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute, type Route } from '../../kernel/http/route.ts';
import * as adminPaymentCases from '../../payments/routes/admin-payment-cases-routes.ts';
import * as adminVouchers from '../../payments/routes/admin-vouchers-routes.ts';
import * as adminEntities from '../../registry/routes/admin-entities.ts';
import * as staffErrors from '../../staff/errors/staff-errors.ts';
import * as adminStaff from '../../staff/routes/admin-staff-routes.ts';
import {
  ApprovalPageQuery,
  ApprovalsQuery,
  ConsoleApprovalForm,
  ConsoleEntityForm,
  ConsolePartnerActForm,
  ConsolePartnerForm,
  ConsolePaymentCaseForm,
  ConsoleStaffActForm,
  ConsoleStaffForm,
  ConsoleVoucherForm,
  DoneQuery,
  EntitiesQuery,
  NewThingQuery,
  PartnerQuery,
  PartnersQuery,
  PaymentCasePageQuery,
  PaymentCasesQuery,
  StaffMemberQuery,
  StaffQuery,
  VouchersQuery,
} from '../contracts/portal-contract.ts';

// They share one function, because an approval can carry out any of their requests (decision 46).
const shared = {
  ...portalPage,
  entry: 'functions/portal/console.ts',
  indexes: ['gsi1', 'gsi2'],
  reviewers: true,
  operatorApprovals: true,
  spec: 'admin 10',
} as const;
const notFound = {
  ...apiErrors.notFound,
  when: 'It does not exist, or you are not a registry operator.',
};
const seen = {
  ...shared,
  method: 'GET',
  writes: { update: ['session'] },
  errors: [notFound],
} as const;
const sent = {
  ...shared,
  ...sentForm,
  errors: [
    apiErrors.foreignForm,
    notFound,
    apiErrors.staffChanged,
    staffErrors.staffOwnEntity,
    staffErrors.staffOwnRoles,
    apiErrors.formAlreadySent,
  ],
} as const;
type Writes = NonNullable<Route['writes']>;

/** The console's writes for these operator operations: their own writes, and the records of the staff member's act. */
function writesOf(...rows: readonly Route[]): Writes {
  const all = [...rows.map(({ writes = {} }) => writes), own];
  const word = <W extends keyof Writes>(name: W) => [
    ...new Set(all.flatMap((writes: Writes) => writes[name] ?? [])),
  ];
  return {
    put: word('put'),
    update: word('update'),
    delete: word('delete'),
    check: word('check'),
  } as Writes; // the kinds of each write come from rows that have them
}
const own: Writes = {
  put: ['audit', 'sentForm', 'staffView'],
  update: ['session'],
  check: ['passkey', 'staffMember'],
};

export const showConsole = defineRoute({
  ...seen,
  operationId: 'showConsole',
  path: '/portal/console',
  summary: 'Show the operators’ console',
});

export const showConsoleEntities = defineRoute({
  ...seen,
  operationId: 'showConsoleEntities',
  path: '/portal/console/entities',
  summary: 'Find a legal entity',
  query: EntitiesQuery,
});

export const showConsoleEntity = defineRoute({
  ...seen,
  operationId: 'showConsoleEntity',
  path: '/portal/console/entities/{id}',
  writes: { put: ['audit', 'staffView'], update: ['session'] },
  summary: 'Show a legal entity and its representatives',
  params: ById,
  query: DoneQuery,
});

export const changeConsoleEntity = defineRoute({
  ...sent,
  operationId: 'changeConsoleEntity',
  path: '/portal/console/entities/{id}',
  writes: writesOf(
    adminEntities.adminUpdateLegalEntity,
    adminEntities.adminAddRepresentative,
    adminEntities.adminRemoveRepresentative,
  ),
  summary: 'Change the tax status or the representatives of a legal entity, or dissolve it',
  params: ById,
  query: DoneQuery,
  body: ConsoleEntityForm,
});

export const showConsoleApprovals = defineRoute({
  ...seen,
  operationId: 'showConsoleApprovals',
  path: '/portal/console/approvals',
  summary: 'List requests that need a second operator',
  query: ApprovalsQuery,
});

export const showConsoleApproval = defineRoute({
  ...seen,
  operationId: 'showConsoleApproval',
  path: '/portal/console/approvals/{id}',
  summary: 'Show a request that needs a second operator',
  params: ById,
  query: ApprovalPageQuery,
});

export const closeConsoleApproval = defineRoute({
  ...sent,
  operationId: 'closeConsoleApproval',
  path: '/portal/console/approvals/{id}',
  writes: writesOf(
    adminEntities.adminUpdateLegalEntity,
    adminEntities.adminAddRepresentative,
    adminEntities.adminRemoveRepresentative,
    adminVouchers.adminCreateVoucher,
    adminIntegrations.adminIssuePartnerKey,
    adminStaff.adminAddStaff,
    adminStaff.adminReviseStaff,
    adminStaff.adminMakePasskeyCode,
  ),
  summary: 'Approve, refuse or withdraw a request',
  params: ById,
  query: ApprovalPageQuery,
  body: ConsoleApprovalForm,
});

export const showConsoleVouchers = defineRoute({
  ...seen,
  operationId: 'showConsoleVouchers',
  path: '/portal/console/vouchers',
  summary: 'List vouchers',
  query: VouchersQuery,
});

export const showNewConsoleVoucher = defineRoute({
  ...seen,
  operationId: 'showNewConsoleVoucher',
  path: '/portal/console/vouchers/new',
  summary: 'Show the form for a new voucher',
});

export const createConsoleVoucher = defineRoute({
  ...sent,
  operationId: 'createConsoleVoucher',
  path: '/portal/console/vouchers/new',
  writes: writesOf(adminVouchers.adminCreateVoucher),
  summary: 'Create a voucher',
  query: NewThingQuery,
  body: ConsoleVoucherForm,
});

export const showConsolePartners = defineRoute({
  ...seen,
  operationId: 'showConsolePartners',
  path: '/portal/console/partners',
  summary: 'List partners',
  query: PartnersQuery,
});

export const showNewConsolePartner = defineRoute({
  ...seen,
  operationId: 'showNewConsolePartner',
  path: '/portal/console/partners/new',
  summary: 'Show the form for a new partner',
});

export const createConsolePartner = defineRoute({
  ...sent,
  operationId: 'createConsolePartner',
  path: '/portal/console/partners/new',
  writes: writesOf(adminIntegrations.adminRegisterIntegration),
  summary: 'Register a partner',
  query: NewThingQuery,
  body: ConsolePartnerForm,
});

export const showConsolePartner = defineRoute({
  ...seen,
  operationId: 'showConsolePartner',
  path: '/portal/console/partners/{id}',
  summary: 'Show a partner, its keys, and its applications of the last 30 days',
  params: ById,
  query: PartnerQuery,
});

export const changeConsolePartner = defineRoute({
  ...sent,
  operationId: 'changeConsolePartner',
  path: '/portal/console/partners/{id}',
  writes: writesOf(
    adminIntegrations.adminUpdateIntegration,
    adminIntegrations.adminIssuePartnerKey,
    adminIntegrations.adminRevokePartnerKey,
  ),
  summary: 'Issue or revoke a partner’s key, or suspend or reactivate the partner',
  params: ById,
  query: PartnerQuery,
  body: ConsolePartnerActForm,
});

export const showConsolePaymentCases = defineRoute({
  ...seen,
  operationId: 'showConsolePaymentCases',
  path: '/portal/console/payment-cases',
  summary: 'List payment cases',
  query: PaymentCasesQuery,
});

export const showConsolePaymentCase = defineRoute({
  ...seen,
  operationId: 'showConsolePaymentCase',
  path: '/portal/console/payment-cases/{id}',
  summary: 'Show a payment case',
  params: ById,
  query: PaymentCasePageQuery,
});

export const decideConsolePaymentCase = defineRoute({
  ...sent,
  operationId: 'decideConsolePaymentCase',
  path: '/portal/console/payment-cases/{id}',
  writes: writesOf(adminPaymentCases.adminTakePaymentCase, adminPaymentCases.adminClosePaymentCase),
  summary: 'Assign a payment case to yourself, or close it',
  params: ById,
  query: PaymentCasePageQuery,
  body: ConsolePaymentCaseForm,
});

export const showConsoleStaff = defineRoute({
  ...seen,
  operationId: 'showConsoleStaff',
  path: '/portal/console/staff',
  summary: 'List staff',
  query: StaffQuery,
});

export const showNewConsoleStaff = defineRoute({
  ...seen,
  operationId: 'showNewConsoleStaff',
  path: '/portal/console/staff/new',
  summary: 'Show the form for a new staff member',
});

export const addConsoleStaff = defineRoute({
  ...sent,
  operationId: 'addConsoleStaff',
  path: '/portal/console/staff/new',
  writes: writesOf(adminStaff.adminAddStaff),
  summary: 'Add a staff member',
  query: NewThingQuery,
  body: ConsoleStaffForm,
});

export const showConsoleStaffMember = defineRoute({
  ...seen,
  operationId: 'showConsoleStaffMember',
  path: '/portal/console/staff/{id}',
  summary: 'Show a staff member',
  params: ById,
  query: StaffMemberQuery,
});

export const changeConsoleStaffMember = defineRoute({
  ...sent,
  operationId: 'changeConsoleStaffMember',
  path: '/portal/console/staff/{id}',
  writes: writesOf(
    adminStaff.adminReviseStaff,
    adminStaff.adminRemoveStaff,
    adminStaff.adminMakePasskeyCode,
  ),
  summary: 'Change a staff member’s roles, remove the member, or create a passkey code',
  params: ById,
  query: StaffMemberQuery,
  body: ConsoleStaffActForm,
});
