import { actorOf, type OperatorCaller } from '../../access/auth/caller.ts';
import { Id } from '../../kernel/contracts/text.ts';
import { sentFormWrite } from '../../kernel/db/effects.ts';
import { orElse, tableWith } from '../../kernel/db/transact.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { Route } from '../../kernel/http/route.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { type Operation, operation } from '../../web/http/path-function.ts';
import type { Answer, ApiRequest, Run } from '../../web/http/request.ts';
import {
  approvalHeader,
  type OperatorApproval,
  presentApproval,
} from '../contracts/approvals-contract.ts';
import type { RequestedApproval } from '../db/operator-approvals.ts';
import type { OperatorApprovals } from '../domain/guarded-acts.ts';
import type { OperatorAct } from '../domain/operator-approval.ts';
import { approve, askForApproval } from '../usecases/operator-approvals.ts';
import { decisionChecks, type StaffStatus } from '../usecases/staff-status.ts';
import type { OperatorApprovalDeps } from './staff-deps.ts';

/** A row whose action needs a second operator's approval if the deployment says so. */
export type ApprovedRoute = Route & {
  readonly idempotent?: 'effect';
  readonly secondOperator: true;
  readonly auth: { readonly scheme: 'operator' };
};

interface Approvable<R extends ApprovedRoute, D> {
  /** The name of the action for the approval setting; null if it never needs approval. */
  readonly act: (request: ApiRequest<R>, setting: OperatorApprovals) => OperatorAct | null;
  /**
   * The current state of what the request changes: if it differs when the second operator calls, the approval is
   * outdated. Throws the action's own error for a missing item.
   */
  readonly before: (request: ApiRequest<R>, deps: D) => Promise<unknown>;
  /** The email to the people affected, unless the action sends its own. */
  readonly notify?: (request: ApiRequest<R>, at: string) => Mail | null;
}

/**
 * The logic of an action that may need a second operator's approval. If the setting requires it, a
 * call is recorded and answered with 202; the same call of another operator with the header
 * `Operator-Approval` carries it out in the name of the first one.
 *
 * Each transaction of `run` is conditional on closing the approval, so `run` can only write one.
 */
export function approved<R extends ApprovedRoute, D extends OperatorApprovalDeps>(
  route: R,
  run: Run<R, D>,
  { act: actOf, before, notify }: Approvable<R, D>,
): Run<R, D> {
  return async (request, deps) => {
    const id = approvalIdOf(request.header(approvalHeader));
    const act = actOf(request, deps.operatorApprovals);
    if (id === undefined && act === null) return run(request, deps);
    // The row's rule only allows operators.
    const actor = actorOf(request.caller as OperatorCaller);
    const params = (request.params ?? {}) as Readonly<Record<string, string>>;
    const sent = {
      operation: route.operationId,
      params,
      request: { method: route.method, path: pathOf(route, params), body: asSent(request.body) },
      before: await before(request, deps),
    };
    const accepted = (asked: RequestedApproval) => {
      request.answerAccepted();
      const data = presentApproval(asked, deps.now().toISOString());
      // This is not the row's own response: the description documents it as that of the 202.
      return { data } as unknown as Answer<R>;
    };
    if (id === undefined) {
      return accepted(await askForApproval({ act: act ?? 'keys', ...sent }, actor, deps));
    }
    const mail = notify?.(request, deps.now().toISOString()) ?? null;
    const approval = await approve(id, sent, mail, actor, deps);
    if (approval.kind === 'done_before') return accepted(approval.asked);
    const caller: OperatorCaller = { kind: 'operator', principal: approval.requestedBy };
    const answer = await run({ ...request, caller } as ApiRequest<R>, approval.deps);
    await approval.finish();
    return answer;
  };
}

/**
 * An operators' action that the console also has: its row, its logic, and when it needs approval.
 */
export interface ApprovedAct<
  R extends ApprovedRoute,
  D extends OperatorApprovalDeps = OperatorApprovalDeps,
> extends Approvable<R, D> {
  readonly route: R;
  readonly run: Run<R, D>;
}

/** The action as an operation of the operators' API. */
export function actOperation<R extends ApprovedRoute, D extends OperatorApprovalDeps>(
  act: ApprovedAct<R, D>,
): Operation<D> {
  return operation(act.route, approved(act.route, act.run, act));
}

/** The console's input: that of the operation, and the approval with which it is carried out. */
export interface ConsoleCall<R extends ApprovedRoute>
  extends Pick<ApiRequest<R>, 'params' | 'body'> {
  readonly approvalId?: string;
  /** The id of a form, which is processed once even if it is sent several times. */
  readonly formId?: string;
}

export type ConsoleOutcome<R extends ApprovedRoute> =
  | { readonly kind: 'done'; readonly answer: Answer<R> }
  /** It waits for a second operator, or this call has already carried it out. */
  | { readonly kind: 'noted'; readonly approval: OperatorApproval };

/**
 * Runs an operation of the API, including its approval, for a person signed in to the console: in
 * the audit trail they are the operator, with their person id. `request` is the page's.
 *
 * Errors: 403 `staff.passkey_required`, 409 `staff.changed`, `form.already_sent`, and those of the
 * operation.
 */
export async function doInConsole<R extends ApprovedRoute, D extends OperatorApprovalDeps>(
  act: ApprovedAct<R, D>,
  { params, body, approvalId, formId }: ConsoleCall<R>,
  request: Pick<ApiRequest<Route>, 'requestId' | 'target' | 'clientAddress'> & {
    readonly staff: StaffStatus;
  },
  deps: D,
): Promise<ConsoleOutcome<R>> {
  let isNoted = false;
  const { requestId, target, clientAddress, staff } = request;
  const call = {
    ...{ requestId, target, clientAddress, params, body, query: undefined },
    caller: consoleOperator(staff),
    effect: null,
    headersOnly: false,
    header: (name: string) => (name === approvalHeader ? approvalId : undefined),
    answerHeader: () => {},
    answerAccepted: () => {
      isNoted = true;
    },
  };
  const run = approved(act.route, act.run, act);
  // The row's own parts are those that its type names.
  const answer = await run(call as unknown as ApiRequest<R>, inConsole(staff, deps, formId));
  return isNoted
    ? { kind: 'noted', approval: (answer as unknown as { data: OperatorApproval }).data }
    : { kind: 'done', answer };
}

/** The person in the console as a caller of the operators' API. */
export function consoleOperator({ personId }: Pick<StaffStatus, 'personId'>): OperatorCaller {
  return { kind: 'operator', principal: personId };
}

/**
 * The function's dependencies for a console action: writes are refused unless the person still has
 * the role and the passkey with which they confirmed it, or if the form with `formId` was already
 * processed. Errors: 403 `staff.passkey_required`; 409 `form.already_sent`.
 */
export function inConsole<D extends OperatorApprovalDeps>(
  staff: StaffStatus,
  deps: D,
  formId?: string,
): D {
  if (!staff.mayDecide) throw apiErrors.staffPasskey();
  const at = deps.now().toISOString();
  const form =
    formId === undefined
      ? undefined
      : orElse(sentFormWrite(staff.personId, formId, at), apiErrors.formAlreadySent);
  return { ...deps, table: tableWith(deps.table, { ...decisionChecks(staff), form }) };
}

/** The approval id of a call; undefined if there is none. Error: 404 for a malformed id. */
function approvalIdOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const parsed = Id.safeParse(header);
  if (!parsed.success) throw apiErrors.approvalNotFound();
  return parsed.data;
}

/** The value without undefined fields, as in JSON. */
function asSent(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body ?? null));
}

function pathOf({ path }: ApprovedRoute, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
