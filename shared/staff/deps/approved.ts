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
import type { AskedApproval } from '../db/operator-approvals.ts';
import type { OperatorApprovals } from '../domain/guarded-acts.ts';
import type { OperatorAct } from '../domain/operator-approval.ts';
import { approve, askForApproval } from '../usecases/operator-approvals.ts';
import { decisionChecks, type Standing } from '../usecases/standing.ts';
import type { OperatorApprovalDeps } from './staff-deps.ts';

/** A row whose act a second operator approves where the deployment says so. */
export type ApprovedRoute = Route & {
  readonly idempotent?: 'effect';
  readonly secondOperator: true;
  readonly auth: { readonly scheme: 'operator' };
};

interface Approvable<R extends ApprovedRoute, D> {
  /** For which act the setting asks for a second operator; null: for none. */
  readonly act: (request: ApiRequest<R>, setting: OperatorApprovals) => OperatorAct | null;
  /**
   * The current state of what the request changes: if it differs when the second operator calls, the approval is
   * outdated. Throws the action's own error for a missing item.
   */
  readonly before: (request: ApiRequest<R>, deps: D) => Promise<unknown>;
  /** The email to the people affected, unless the action sends its own. */
  readonly tell?: (request: ApiRequest<R>, at: string) => Mail | null;
}

/**
 * The logic of an act that a second operator may must approve. If the setting asks for a second operator, a call is noted and answered
 * with 202; the same call of someone else with the header `Operator-Approval` carries it out for the operator who asked.
 *
 * Each transaction of `run` has the end of the approval as a condition: `run` may write one.
 */
export function approved<R extends ApprovedRoute, D extends OperatorApprovalDeps>(
  route: R,
  run: Run<R, D>,
  { act: actOf, before, tell }: Approvable<R, D>,
): Run<R, D> {
  return async (request, deps) => {
    const id = approvalIdOf(request.header(approvalHeader));
    const act = actOf(request, deps.operatorApprovals);
    if (id === undefined && act === null) return run(request, deps);
    // The row's rule admits operators only.
    const actor = actorOf(request.caller as OperatorCaller);
    const params = (request.params ?? {}) as Readonly<Record<string, string>>;
    const sent = {
      operation: route.operationId,
      params,
      request: { method: route.method, path: pathOf(route, params), body: asSent(request.body) },
      before: await before(request, deps),
    };
    const accepted = (asked: AskedApproval) => {
      request.answerAccepted();
      const data = presentApproval(asked, deps.now().toISOString());
      // Not the answer of the row: the description has it as that of the 202.
      return { data } as unknown as Answer<R>;
    };
    if (id === undefined) {
      return accepted(await askForApproval({ act: act ?? 'keys', ...sent }, actor, deps));
    }
    const mail = tell?.(request, deps.now().toISOString()) ?? null;
    const approval = await approve(id, sent, mail, actor, deps);
    if (approval.kind === 'done_before') return accepted(approval.asked);
    const caller: OperatorCaller = { kind: 'operator', principal: approval.askedBy };
    const answer = await run({ ...request, caller } as ApiRequest<R>, approval.deps);
    await approval.finish();
    return answer;
  };
}

/** An act of operators that the console has as well: its row, what it does, and when a second operator approves it. */
export interface ApprovedAct<
  R extends ApprovedRoute,
  D extends OperatorApprovalDeps = OperatorApprovalDeps,
> extends Approvable<R, D> {
  readonly route: R;
  readonly run: Run<R, D>;
}

/** The act as an operation of the operators' API. */
export function actOperation<R extends ApprovedRoute, D extends OperatorApprovalDeps>(
  act: ApprovedAct<R, D>,
): Operation<D> {
  return operation(act.route, approved(act.route, act.run, act));
}

/** What a person in the console sends: the operation's own input, and the approval by which it is carried out. */
export interface ConsoleCall<R extends ApprovedRoute>
  extends Pick<ApiRequest<R>, 'params' | 'body'> {
  readonly approvalId?: string;
  /** Names a form that is carried out once, however often it is sent. */
  readonly formId?: string;
}

export type ConsoleOutcome<R extends ApprovedRoute> =
  | { readonly kind: 'done'; readonly answer: Answer<R> }
  /** It waits for a second operator, or was carried out by this very call before. */
  | { readonly kind: 'noted'; readonly approval: OperatorApproval };

/**
 * Does what the operation of the API does, with its second approval, for someone who is signed in to the console: to the audit
 * trail they are the operator, by the id of their person. `request` is the page's.
 *
 * Errors: 403 `staff.passkey_required`, 409 `staff.changed`, `form.sent_before`, and those of the operation.
 */
export async function doInConsole<R extends ApprovedRoute, D extends OperatorApprovalDeps>(
  act: ApprovedAct<R, D>,
  { params, body, approvalId, formId }: ConsoleCall<R>,
  request: Pick<ApiRequest<Route>, 'requestId' | 'target' | 'clientAddress'> & {
    readonly standing: Standing;
  },
  deps: D,
): Promise<ConsoleOutcome<R>> {
  let isNoted = false;
  const { requestId, target, clientAddress, standing } = request;
  const call = {
    ...{ requestId, target, clientAddress, params, body, query: undefined },
    caller: consoleOperator(standing),
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
  const answer = await run(call as unknown as ApiRequest<R>, inConsole(standing, deps, formId));
  return isNoted
    ? { kind: 'noted', approval: (answer as unknown as { data: OperatorApproval }).data }
    : { kind: 'done', answer };
}

/** Who acts in the console, as the operators' API would know them. */
export function consoleOperator({ personId }: Pick<Standing, 'personId'>): OperatorCaller {
  return { kind: 'operator', principal: personId };
}

/**
 * The function's dependencies for an act in the console: nothing is written unless the person still has the role, and the passkey
 * with which they confirmed it, or if the form with `formId` was carried out before. Errors: 403 `staff.passkey_required`; 409
 * `form.sent_before`.
 */
export function inConsole<D extends OperatorApprovalDeps>(
  standing: Standing,
  deps: D,
  formId?: string,
): D {
  if (!standing.mayDecide) throw apiErrors.staffPasskey();
  const at = deps.now().toISOString();
  const form =
    formId === undefined
      ? undefined
      : orElse(sentFormWrite(standing.personId, formId, at), apiErrors.formSentBefore);
  return { ...deps, table: tableWith(deps.table, { ...decisionChecks(standing), form }) };
}

/** Which approval a call goes by; undefined: by none. Error: 404 for what can't be one. */
function approvalIdOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const parsed = Id.safeParse(header);
  if (!parsed.success) throw apiErrors.approvalNotFound();
  return parsed.data;
}

/** As JSON has it: without fields that are undefined. */
function asSent(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body ?? null));
}

function pathOf({ path }: ApprovedRoute, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
