import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType, type Route } from '../../kernel/http/route.ts';
import * as adminEntities from '../../registry/routes/admin-entities.ts';
import * as staffErrors from '../../staff/errors/staff-errors.ts';
import {
  ApprovalPageQuery,
  ApprovalsQuery,
  ConsoleApprovalForm,
  ConsoleEntityForm,
  DoneQuery,
  EntitiesQuery,
} from '../contracts/portal-contract.ts';

// One function has them all, because an approval carries out what any of them can ask for (decision 46).
const shared = {
  entry: 'functions/portal/console.ts',
  tag: 'Portal',
  auth: { scheme: 'none' },
  produces: pageType,
  table: 'read',
  indexes: ['gsi1', 'gsi2'],
  service: true,
  reviewers: true,
  operatorApprovals: true,
  spec: 'admin 10',
} as const;
const notFound = { ...apiErrors.notFound, when: 'to everybody but registry operators as well' };
const seen = {
  ...shared,
  method: 'GET',
  writes: { update: ['session'] },
  errors: [notFound],
} as const;
const sent = {
  ...shared,
  method: 'POST',
  bodyType: 'form',
  errors: [apiErrors.foreignForm, notFound, apiErrors.staffChanged, staffErrors.staffOwnEntity],
} as const;
type Writes = NonNullable<Route['writes']>;

/** What the console writes for these operations of operators: what they write, and what someone of the staff leaves behind. */
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
  } as Writes; // each word's kinds are those that some row has for this word
}
const own: Writes = {
  put: ['audit', 'staffLook'],
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
  writes: { put: ['audit', 'staffLook'], update: ['session'] },
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
  summary: 'Set taxes, dissolve, or change representatives of a legal entity',
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
  ),
  summary: 'Approve, refuse or withdraw a request',
  params: ById,
  query: ApprovalPageQuery,
  body: ConsoleApprovalForm,
});
