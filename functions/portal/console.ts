import { actorOf } from '../../shared/access/auth/caller.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { ApiError, codeOf } from '../../shared/kernel/errors/api-error.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import { checkForm } from '../../shared/kernel/http/form.ts';
import type { FieldErrors } from '../../shared/kernel/pages/form.ts';
import { html } from '../../shared/kernel/pages/html.ts';
import { href } from '../../shared/kernel/pages/site.ts';
import { readPerson } from '../../shared/people/usecases/read-people.ts';
import {
  type ConsoleEntity,
  consoleEntitiesPage,
  consoleEntityPage,
  consoleEntityQuestionPage,
  type EntityQuestion,
} from '../../shared/registry/pages/console-entity-pages.ts';
import { listEntities, readEntity } from '../../shared/registry/usecases/read-entities.ts';
import {
  addsRepresentative,
  removesRepresentative,
  revisesEntity,
} from '../../shared/service/deps/operator-acts.ts';
import * as routes from '../../shared/service/routes/console.ts';
import {
  findByContact,
  readApprovalNames,
  readConsoleEntity,
  refuseOwnEntity,
  soughtEntity,
} from '../../shared/service/usecases/read-console.ts';
import { personNames } from '../../shared/service/usecases/read-review-pages.ts';
import {
  type OperatorApproval,
  presentApproval,
} from '../../shared/staff/contracts/approvals-contract.ts';
import {
  type ApprovedAct,
  type ApprovedRoute,
  type ConsoleCall,
  type ConsoleOutcome,
  consoleOperator,
  doInConsole,
  inConsole,
} from '../../shared/staff/deps/approved.ts';
import {
  type OperatorApprovalDeps,
  operatorApprovals,
  type StaffDeps,
  staffDeps,
} from '../../shared/staff/deps/staff-deps.ts';
import { forStaff, type StaffRequest, type StaffRun } from '../../shared/staff/deps/staff-entry.ts';
import { staffPlaces } from '../../shared/staff/domain/staff-rights.ts';
import {
  consoleApprovalPage,
  consoleApprovalsPage,
  consolePage,
  type ShownApproval,
} from '../../shared/staff/pages/console-pages.ts';
import {
  closeApproval,
  listOperatorApprovals,
  readOperatorApproval,
} from '../../shared/staff/usecases/operator-approvals.ts';
import { recordLook } from '../../shared/staff/usecases/standing.ts';
import { page, redirect, resend } from '../../shared/web/http/page.ts';
import {
  type PageRoute,
  pageFunction,
  pageOperation,
} from '../../shared/web/http/page-operation.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';

type Deps = StaffDeps & OperatorApprovalDeps;
type Run<R extends PageRoute> = StaffRun<R, Deps>;
/** A request as far as all pages of the console look at it. */
type Asked = Omit<StaffRequest<PageRoute>, 'params' | 'query' | 'body'>;

/** Rows of one page of a list. */
const listLimit = 20;
/** How many of what waits are counted. */
const countLimit = 100;

/** The actions that the console can request, and so approve, by operation. */
const approvable = new Map([
  approvableOf(revisesEntity),
  approvableOf(addsRepresentative),
  approvableOf(removesRepresentative),
]);

function approvableOf<R extends ApprovedRoute>(act: ApprovedAct<R>) {
  const { operationId, summary, body: schema } = act.route;
  const carryOut = (
    { params, body, approvalId }: { params: object; body: unknown; approvalId: string },
    request: Asked,
    deps: Deps,
  ): Promise<ConsoleOutcome<R>> => {
    const checked = schema ? checkForm(schema, body) : null;
    if (checked?.ok === false) throw apiErrors.approvalOtherRequest();
    // As the row's schemas took them when it was asked for.
    const call = { params, body: checked?.data, approvalId } as ConsoleCall<R>;
    return doInConsole(act, call, request, deps);
  };
  return [operationId, { summary, carryOut }] as const;
}

const showConsole: Run<typeof routes.showConsole> = async (request, deps) => {
  const pending = await listOperatorApprovals({ status: 'pending', limit: countLimit }, deps);
  const now = deps.now().toISOString();
  const waiting = pending.items.filter(({ approval }) => approval.expiresAt > now);
  return page(
    200,
    consolePage(deps, readerOf(request), [
      {
        path: '/portal/console/entities',
        name: 'Legal entities',
        text: 'Tax status, representatives, dissolution',
        waiting: null,
      },
      {
        path: '/portal/console/approvals',
        name: 'Approvals',
        text: 'Requests that need a second operator',
        waiting: counted(waiting.length, pending.next !== null),
      },
    ]),
  );
};

function counted(count: number, isMore: boolean): string | null {
  return count === 0 ? null : `${count}${isMore ? ' or more' : ''} waiting`;
}

const findEntities: Run<typeof routes.showConsoleEntities> = async (request, deps) => {
  const sought = request.query.q ?? '';
  const found = await listEntities({ ...soughtEntity(sought), limit: listLimit }, deps);
  const isCut = found.next !== null;
  const view = { sought, entities: found.items, isCut, now: deps.now().toISOString() };
  return page(200, consoleEntitiesPage(deps, readerOf(request), view));
};

const showEntity: Run<typeof routes.showConsoleEntity> = async (request, deps) => {
  const { params, query, noted, standing } = request;
  const answer = await entity(200, params.id, request, deps, { done: query.done });
  const look = {
    actor: actorOf(consoleOperator(standing)),
    action: 'legal_entity.read',
    subject: { type: 'legal_entity', id: params.id },
    details: {},
  };
  await recordLook(look, noted, deps);
  return answer;
};

/** The field of each act, at which its complaints are shown, and the usual one. */
const entityFields = {
  tax: ['taxState', 'Choose a tax status'],
  dissolve: ['dissolutionDate', 'Enter a date, such as 2026-03-31'],
  add: ['person', 'Enter the email address or permit number of someone with an account'],
  remove: ['person', 'Choose a representative from the list'],
} as const;

const changeEntity: Run<typeof routes.changeConsoleEntity> = async (request, deps) => {
  const { params, query, body, person: reader } = request;
  const typed = {
    taxState: String(body.values['taxState'] ?? ''),
    dissolutionDate: String(body.values['dissolutionDate'] ?? ''),
    person: String(body.values['person'] ?? ''),
  };
  const again = (status: number, errors: FieldErrors = {}) =>
    entity(status, params.id, request, deps, { typed, errors });
  if (query.kept !== undefined) return again(200);
  if (!body.ok) return again(400, body.errors);
  const { act, confirmed, taxState, dissolutionDate, ...sent } = body.data;
  if (act === 'back') return again(200);
  const path = `/portal/console/entities/${params.id}` as const;
  const [field, complaint] = entityFields[act];
  const ask = async (question: EntityQuestion) => {
    const found = await readEntity(deps.table, params.id);
    return page(200, consoleEntityQuestionPage(deps, readerOf(request), found.entity, question));
  };
  const attempt = async () => {
    if (act === 'tax' || act === 'dissolve') {
      await refuseOwnEntity(revisesEntity.route.operationId, params, reader.id, deps);
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
    await refuseOwnEntity(which.route.operationId, ids, reader.id, deps);
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

/** Where the browser goes after an act: back to its page, or to the approval that it waits for. */
function afterwards(
  outcome: { readonly kind: 'done' } | Extract<ConsoleOutcome<ApprovedRoute>, { kind: 'noted' }>,
  path: `/${string}`,
  done: string,
  deps: Deps,
): RawResponse {
  return redirect(
    href(
      deps,
      outcome.kind === 'done'
        ? `${path}?done=${done}`
        : `/portal/console/approvals/${outcome.approval.id}?asked=yes`,
    ),
  );
}

/**
 * Carries an act out. Where it needs the passkey, the browser is sent to confirm and comes back with the same form. Where it is
 * refused, the page is shown again with the reason.
 */
async function tried(
  path: `/${string}`,
  deps: Deps,
  attempt: () => Promise<RawResponse>,
  again: (status: number, message: string) => Promise<RawResponse>,
): Promise<RawResponse> {
  try {
    return await attempt();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'staff.passkey_required') {
      return resend(href(deps, `/portal/passkeys/confirm?${new URLSearchParams({ next: path })}`));
    }
    // Nothing is shown to who has just lost the role.
    if (!(error instanceof ApiError) || error.status > 409 || code === 'staff.changed') throw error;
    return again(error.status, error.message);
  }
}

/** The entity's page as things are now. Error: 404. */
async function entity(
  status: number,
  id: string,
  request: Asked,
  deps: Deps,
  shown: Pick<ConsoleEntity, 'done' | 'typed' | 'errors'>,
): Promise<RawResponse> {
  const view = { ...(await readConsoleEntity(id, request.person.id, deps)), ...shown };
  return page(status, consoleEntityPage(deps, readerOf(request), view));
}

const listApprovals: Run<typeof routes.showConsoleApprovals> = async (request, deps) => {
  const { status = 'pending', after } = request.query;
  const found = await listOperatorApprovals({ status, limit: listLimit, cursor: after }, deps);
  const now = deps.now().toISOString();
  const { data, pagination } = presentPage(found, listLimit, (asked) =>
    presentApproval(asked, now),
  );
  const nameOf = await personNames(
    data.map(({ askedBy }) => askedBy),
    deps,
  );
  const approvals = data
    // Those whose time is up are pending until that is noted.
    .filter((approval) => approval.status === status)
    .map((approval) => shownApproval(approval, nameOf));
  const view = { status, approvals, nextCursor: pagination.nextCursor };
  return page(200, consoleApprovalsPage(deps, readerOf(request), view));
};

const showApproval: Run<typeof routes.showConsoleApproval> = (request, deps) =>
  approval(200, request.params.id, request, deps, { asked: request.query.asked === 'yes' });

const close: Run<typeof routes.closeConsoleApproval> = async (request, deps) => {
  const { params, query, body, standing } = request;
  const again = (status: number, problem?: string) =>
    approval(status, params.id, request, deps, { asked: false, problem });
  if (query.kept !== undefined) return again(200);
  if (!body.ok) return again(400, 'Choose what to do.');
  const { act } = body.data;
  const path = `/portal/console/approvals/${params.id}` as const;
  const attempt = async () => {
    if (act !== 'approve') {
      const actor = actorOf(consoleOperator(standing));
      await closeApproval(params.id, act, actor, inConsole(standing, deps));
      return redirect(href(deps, path));
    }
    const { approval: asked, request: sent } = await readOperatorApproval(params.id, deps);
    const operation = approvable.get(asked.operation);
    if (operation === undefined) throw apiErrors.approvalOtherRequest();
    await refuseOwnEntity(asked.operation, asked.params, standing.personId, deps);
    // A closed approval has no request; the use case reports it.
    const call = { params: asked.params, body: sent?.body ?? undefined, approvalId: params.id };
    await operation.carryOut(call, request, deps);
    return redirect(href(deps, path));
  };
  return tried(path, deps, attempt, again);
};

/** An approval as things are now. Error: 404. */
async function approval(
  status: number,
  id: string,
  request: Asked,
  deps: Deps,
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
    mine: presented.askedBy === request.person.id,
  };
  return page(status, consoleApprovalPage(deps, readerOf(request), view));
}

function shownApproval(
  approval: OperatorApproval,
  nameOf: (id: string) => string | undefined,
): ShownApproval {
  const { operation, askedBy, decidedBy } = approval;
  return {
    approval,
    summary: approvable.get(operation)?.summary ?? null,
    askedBy: nameOf(askedBy) ?? askedBy,
    decidedBy: decidedBy && (nameOf(decidedBy) ?? decidedBy),
  };
}

function readerOf({ person, csrfToken, standing }: Asked) {
  return { ...person, csrfToken: csrfToken(), ...staffPlaces(standing) };
}

const forOperators = forStaff('console.read');
const theThing = ({ params }: { readonly params: { readonly id: string } }) => params.id;

export const rows = [
  pageOperation(routes.showConsole, showConsole, forOperators),
  pageOperation(routes.showConsoleEntities, findEntities, forOperators),
  pageOperation(routes.showConsoleEntity, showEntity, forStaff('console.read', theThing)),
  pageOperation(routes.changeConsoleEntity, changeEntity, forOperators),
  pageOperation(routes.showConsoleApprovals, listApprovals, forOperators),
  pageOperation(routes.showConsoleApproval, showApproval, forOperators),
  pageOperation(routes.closeConsoleApproval, close, forOperators),
];

export const handler = pageFunction(rows, () => ({ ...staffDeps(), ...operatorApprovals() }));
