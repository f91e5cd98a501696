import { actorOf } from '../../shared/access/auth/caller.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { maintenanceIn } from '../../shared/kernel/domain/maintenance.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import type { FieldErrors } from '../../shared/kernel/pages/form.ts';
import { html } from '../../shared/kernel/pages/html.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { listPaymentCases } from '../../shared/payments/usecases/payment-cases.ts';
import { readPerson } from '../../shared/people/usecases/read-people.ts';
import {
  type ConsoleEntity,
  consoleEntitiesPage,
  consoleEntityPage,
  consoleEntityQuestionPage,
  type EntityQuestion,
} from '../../shared/registry/pages/console-entity-pages.ts';
import { listEntities, readEntity } from '../../shared/registry/usecases/read-entities.ts';
import * as runs from '../../shared/service/handlers/console.ts';
import {
  afterwards,
  approvable,
  type ConsoleDeps,
  type ConsoleRequest,
  type ConsoleRun,
  consoleReader,
  listLimit,
  shownOnce,
  tried,
} from '../../shared/service/handlers/console.ts';
import {
  addsRepresentative,
  removesRepresentative,
  revisesEntity,
} from '../../shared/service/handlers/operator-acts.ts';
import * as routes from '../../shared/service/routes/console.ts';
import {
  findByContact,
  readApprovalNames,
  readConsoleEntity,
  refuseOwn,
  soughtEntity,
} from '../../shared/service/usecases/read-console.ts';
import { personNames } from '../../shared/service/usecases/read-review-pages.ts';
import {
  type OperatorApproval,
  presentApproval,
} from '../../shared/staff/contracts/approvals-contract.ts';
import { consoleOperator, doInConsole, inConsole } from '../../shared/staff/deps/approved.ts';
import { operatorApprovals, staffDeps } from '../../shared/staff/deps/staff-deps.ts';
import { forStaff } from '../../shared/staff/deps/staff-entry.ts';
import {
  type ApprovalView,
  type ConsolePart,
  consoleApprovalPage,
  consoleApprovalsPage,
  consolePage,
} from '../../shared/staff/pages/console-pages.ts';
import {
  closeApproval,
  listOperatorApprovals,
  readOperatorApproval,
} from '../../shared/staff/usecases/operator-approvals.ts';
import { recordReading } from '../../shared/staff/usecases/staff-status.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';

/** Pending items are counted up to this number. */
const countLimit = 100;

const showConsole: ConsoleRun<typeof routes.showConsole> = async (request, deps) => {
  const [pending, cases] = await Promise.all([
    listOperatorApprovals({ status: 'pending', limit: countLimit }, deps),
    listPaymentCases({ status: 'open', limit: countLimit }, deps),
  ]);
  const now = deps.now().toISOString();
  const waiting = pending.items.filter(({ approval }) => approval.expiresAt > now);
  const parts: readonly ConsolePart[] = [
    {
      path: '/portal/console/entities',
      name: 'Legal entities',
      text: 'Tax status, representatives, dissolution',
      waiting: null,
    },
    {
      path: '/portal/console/vouchers',
      name: 'Vouchers',
      text: 'Codes that pay for applications and requests',
      waiting: null,
    },
    {
      path: '/portal/console/partners',
      name: 'Partners',
      text: 'Registration, keys, suspension',
      waiting: null,
    },
    {
      path: '/portal/console/payment-cases',
      name: 'Payment cases',
      text: 'Differences between payment providers and the registry',
      waiting: counted(cases.items.length, cases.next !== null),
    },
    {
      path: '/portal/console/staff',
      name: 'Staff',
      text: 'Roles, codes for passkeys',
      waiting: null,
    },
    {
      path: '/portal/console/approvals',
      name: 'Approvals',
      text: 'Requests that need a second operator',
      waiting: counted(waiting.length, pending.next !== null),
    },
  ];
  const maintenance = maintenanceIn(request.stageVariables);
  return page(200, consolePage(deps, consoleReader(request), { parts, maintenance }));
};

function counted(count: number, isMore: boolean): string | null {
  return count === 0 ? null : `${count}${isMore ? ' or more' : ''} waiting`;
}

const findEntities: ConsoleRun<typeof routes.showConsoleEntities> = async (request, deps) => {
  const sought = request.query.q ?? '';
  const found = await listEntities({ ...soughtEntity(sought), limit: listLimit }, deps);
  const isCut = found.next !== null;
  const view = { sought, entities: found.items, isCut, now: deps.now().toISOString() };
  return page(200, consoleEntitiesPage(deps, consoleReader(request), view));
};

const showEntity: ConsoleRun<typeof routes.showConsoleEntity> = async (request, deps) => {
  const { params, query, noted, staff } = request;
  const answer = await entity(200, params.id, request, deps, { done: query.done });
  const entry = {
    actor: actorOf(consoleOperator(staff)),
    action: 'legal_entity.read',
    subject: { type: 'legal_entity', id: params.id },
    details: {},
  };
  await recordReading(entry, noted, deps);
  return answer;
};

/** The field of each action at which its errors are shown, and the default field. */
const entityFields = {
  tax: ['taxState', 'Choose a tax status'],
  dissolve: ['dissolutionDate', 'Enter a date, such as 2026-03-31'],
  add: ['person', 'Enter the email address or permit number of someone with an account'],
  remove: ['person', 'Choose a representative from the list'],
} as const;

const changeEntity: ConsoleRun<typeof routes.changeConsoleEntity> = async (request, deps) => {
  const { params, query, body, person: viewer } = request;
  const typed = {
    taxState: String(body.values['taxState'] ?? ''),
    dissolutionDate: String(body.values['dissolutionDate'] ?? ''),
    person: String(body.values['person'] ?? ''),
  };
  const again = (status: number, errors: FieldErrors = {}) =>
    entity(status, params.id, request, deps, { typed, errors });
  if (query.restored !== undefined) return again(200);
  if (!body.ok) return again(400, body.errors);
  const { act, confirmed, taxState, dissolutionDate, ...sent } = body.data;
  if (act === 'back') return again(200);
  const path = `/portal/console/entities/${params.id}` as const;
  const [field, complaint] = entityFields[act];
  const ask = async (question: EntityQuestion) => {
    const found = await readEntity(deps.table, params.id);
    return page(
      200,
      consoleEntityQuestionPage(deps, consoleReader(request), found.entity, question),
    );
  };
  const attempt = async () => {
    if (act === 'tax' || act === 'dissolve') {
      await refuseOwn({ operation: revisesEntity.route.operationId, params }, viewer.id, deps);
      const revision = revisesEntity.route.body.safeParse(
        act === 'tax' ? { taxState } : { dissolutionDate },
      );
      if (!revision.success) return again(400, { [field]: complaint });
      if (act === 'dissolve' && confirmed === undefined) return ask({ act, dissolutionDate });
      const call = { params, body: revision.data };
      return afterwards(await doInConsole(revisesEntity, call, request, deps), path, act, deps);
    }
    const person =
      sent.personId === ''
        ? await findByContact(sent.person, deps)
        : await readPerson(sent.personId, deps);
    if (person === null) return again(400, { [field]: complaint });
    const which = act === 'add' ? addsRepresentative : removesRepresentative;
    const ids = { id: params.id, personId: person.id };
    await refuseOwn({ operation: which.route.operationId, params: ids }, viewer.id, deps);
    if (confirmed === undefined) return ask({ act, person });
    const call = { params: ids, body: undefined };
    return afterwards(
      act === 'add'
        ? await doInConsole(addsRepresentative, call, request, deps)
        : await doInConsole(removesRepresentative, call, request, deps),
      path,
      act,
      deps,
    );
  };
  return tried(path, deps, attempt, (status, message) => again(status, { [field]: message }));
};

/** The current page of the entity. Error: 404. */
async function entity(
  status: number,
  id: string,
  request: ConsoleRequest,
  deps: ConsoleDeps,
  shown: Pick<ConsoleEntity, 'done' | 'typed' | 'errors'>,
): Promise<RawResponse> {
  const view = { ...(await readConsoleEntity(id, request.person.id, deps)), ...shown };
  return page(status, consoleEntityPage(deps, consoleReader(request), view));
}

const listApprovals: ConsoleRun<typeof routes.showConsoleApprovals> = async (request, deps) => {
  const { status = 'pending', after } = request.query;
  const found = await listOperatorApprovals({ status, limit: listLimit, cursor: after }, deps);
  const now = deps.now().toISOString();
  const { data, pagination } = presentPage(found, listLimit, (asked) =>
    presentApproval(asked, now),
  );
  const nameOf = await personNames(
    data.map(({ requestedBy }) => requestedBy),
    deps,
  );
  const approvals = data
    // Expired approvals are stored as pending until their expiry is recorded.
    .filter((approval) => approval.status === status)
    .map((approval) => shownApproval(approval, nameOf));
  const view = { status, approvals, nextCursor: pagination.nextCursor };
  return page(200, consoleApprovalsPage(deps, consoleReader(request), view));
};

const showApproval: ConsoleRun<typeof routes.showConsoleApproval> = (request, deps) =>
  approval(200, request.params.id, request, deps, { asked: request.query.asked === 'yes' });

const close: ConsoleRun<typeof routes.closeConsoleApproval> = async (request, deps) => {
  const { params, query, body, staff } = request;
  const again = (status: number, problem?: string) =>
    approval(status, params.id, request, deps, { asked: false, problem });
  if (query.restored !== undefined) return again(200);
  if (!body.ok) return again(400, 'Choose what to do.');
  const { act } = body.data;
  const path = `/portal/console/approvals/${params.id}` as const;
  const attempt = async () => {
    if (act !== 'approve') {
      const actor = actorOf(consoleOperator(staff));
      await closeApproval(params.id, act, actor, inConsole(staff, deps));
      return redirect(href(deps, path));
    }
    const { approval: asked, request: sent } = await readOperatorApproval(params.id, deps);
    const operation = approvable.get(asked.operation);
    if (operation === undefined) throw apiErrors.approvalOtherRequest();
    await refuseOwn({ ...asked, body: sent?.body }, staff.personId, deps);
    // A closed approval has no request; the use case reports it.
    const call = { params: asked.params, body: sent?.body ?? undefined, approvalId: params.id };
    const secret = await operation.carryOut(call, request, deps);
    return secret === null ? redirect(href(deps, path)) : shownOnce(secret, request, deps);
  };
  return tried(path, deps, attempt, again);
};

/** The current page of an approval. Error: 404. */
async function approval(
  status: number,
  id: string,
  request: ConsoleRequest,
  deps: ConsoleDeps,
  shown: { readonly asked: boolean; readonly problem?: string | undefined },
): Promise<RawResponse> {
  const asked = await readOperatorApproval(id, deps);
  const presented = presentApproval(asked, deps.now().toISOString());
  const { about, nameOf } = await readApprovalNames(presented, deps);
  const view = {
    ...shownApproval(presented, nameOf),
    ...shown,
    about: about.map(({ name, text, path }) => {
      const linked = path === null ? text : html`<a href="${href(deps, path)}">${text}</a>`;
      return [name, linked] as const;
    }),
    mine: presented.requestedBy === request.person.id,
  };
  return page(status, consoleApprovalPage(deps, consoleReader(request), view));
}

function shownApproval(
  approval: OperatorApproval,
  nameOf: (id: string) => string | undefined,
): ApprovalView {
  const { operation, requestedBy, decidedBy } = approval;
  return {
    approval,
    summary: approvable.get(operation)?.summary ?? null,
    requestedBy: nameOf(requestedBy) ?? requestedBy,
    decidedBy: decidedBy && (nameOf(decidedBy) ?? decidedBy),
  };
}

const forOperators = forStaff('console.read');
const idOf = ({ params }: { readonly params: { readonly id: string } }) => params.id;

export const rows = [
  pageOperation(routes.showConsole, showConsole, forOperators),
  pageOperation(routes.showConsoleEntities, findEntities, forOperators),
  pageOperation(routes.showConsoleEntity, showEntity, forStaff('console.read', idOf)),
  pageOperation(routes.changeConsoleEntity, changeEntity, forOperators),
  pageOperation(routes.showConsoleVouchers, runs.listVouchers, forOperators),
  pageOperation(routes.showNewConsoleVoucher, runs.showNewVoucher, forOperators),
  pageOperation(routes.createConsoleVoucher, runs.createVoucherOnPage, forOperators),
  pageOperation(routes.showConsolePartners, runs.listPartners, forOperators),
  pageOperation(routes.showNewConsolePartner, runs.showNewPartner, forOperators),
  pageOperation(routes.createConsolePartner, runs.createPartner, forOperators),
  pageOperation(routes.showConsolePartner, runs.showPartner, forOperators),
  pageOperation(routes.changeConsolePartner, runs.changePartner, forOperators),
  pageOperation(routes.showConsolePaymentCases, runs.listCases, forOperators),
  pageOperation(routes.showConsolePaymentCase, runs.showCase, forOperators),
  pageOperation(routes.decideConsolePaymentCase, runs.decideCase, forOperators),
  pageOperation(routes.showConsoleStaff, runs.listStaffOnPage, forOperators),
  pageOperation(routes.showNewConsoleStaff, runs.showNewStaff, forOperators),
  pageOperation(routes.addConsoleStaff, runs.addStaff, forOperators),
  pageOperation(routes.showConsoleStaffMember, runs.showStaffMember, forOperators),
  pageOperation(routes.changeConsoleStaffMember, runs.changeStaffMember, forOperators),
  pageOperation(routes.showConsoleApprovals, listApprovals, forOperators),
  pageOperation(routes.showConsoleApproval, showApproval, forOperators),
  pageOperation(routes.closeConsoleApproval, close, forOperators),
];

export const handler = pageFunction(rows, () => ({ ...staffDeps(), ...operatorApprovals() }));
