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
const byPasskey =
  'It does what the operators’ operation does, with the same second approval, and the trail names the person. Without a passkey that was used within 15 minutes the answer is 307 to the page that asks for it.';

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
  summary: 'See what registry operators do in the portal',
});

export const showConsoleEntities = defineRoute({
  ...seen,
  operationId: 'showConsoleEntities',
  path: '/portal/console/entities',
  summary: 'Find a legal entity, to change it',
  description: 'By permit number, or by the first letters of words of its name; the newest 20.',
  query: EntitiesQuery,
});

export const showConsoleEntity = defineRoute({
  ...seen,
  operationId: 'showConsoleEntity',
  path: '/portal/console/entities/{id}',
  writes: { put: ['audit', 'staffLook'], update: ['session'] },
  summary: 'See a legal entity, and who represents it',
  description: 'That it was looked at is recorded.',
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
  summary: 'Set the tax status of a legal entity, dissolve it, or change who represents it',
  description: `\`act\` says what is sent. All but the tax status is shown once more, and done when it is \`confirmed\`. Nobody changes an entity that they represent. ${byPasskey}`,
  params: ById,
  query: DoneQuery,
  body: ConsoleEntityForm,
});

export const showConsoleApprovals = defineRoute({
  ...seen,
  operationId: 'showConsoleApprovals',
  path: '/portal/console/approvals',
  summary: 'See what waits for a second operator',
  description: 'Newest first, 20 a page; `status` shows those that were closed.',
  query: ApprovalsQuery,
});

export const showConsoleApproval = defineRoute({
  ...seen,
  operationId: 'showConsoleApproval',
  path: '/portal/console/approvals/{id}',
  summary: 'See what an operator asked for',
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
  summary: 'Approve, refuse or withdraw what an operator asked for',
  description: `Only what the console itself can ask for is approved here; nobody approves what they asked for. ${byPasskey}`,
  params: ById,
  query: ApprovalPageQuery,
  body: ConsoleApprovalForm,
});
