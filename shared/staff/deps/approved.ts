import { actorOf, type OperatorCaller } from '../../access/auth/caller.ts';
import { Id } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { Route } from '../../kernel/http/route.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import type { Answer, ApiRequest, Run } from '../../web/http/request.ts';
import { approvalHeader, presentApproval } from '../contracts/approvals-contract.ts';
import type { AskedApproval } from '../db/operator-approvals.ts';
import type { OperatorApprovals } from '../domain/guarded-acts.ts';
import type { OperatorAct } from '../domain/operator-approval.ts';
import { approve, askForApproval } from '../usecases/operator-approvals.ts';
import type { OperatorApprovalDeps } from './staff-deps.ts';

/** A row whose act a second operator approves where the deployment says so. */
type ApprovedRoute = Route & {
  readonly idempotent?: 'effect';
  readonly secondOperator: true;
  readonly auth: { readonly scheme: 'operator' };
};

interface Approvable<R extends ApprovedRoute, D> {
  /** For which act the setting asks for a second operator; null: for none. */
  readonly act: (request: ApiRequest<R>, setting: OperatorApprovals) => OperatorAct | null;
  /**
   * What the request changes, as it is now: where that is something else when the second operator calls, the approval is not of
   * what they see. Throws what the act itself would throw for what is not there.
   */
  readonly before: (request: ApiRequest<R>, deps: D) => Promise<unknown>;
  /** Whom the act concerns, where it doesn't tell them itself. */
  readonly tell?: (request: ApiRequest<R>, at: string) => Mail | null;
}

/**
 * The logic of an act that a second operator may have to approve. Where the setting asks for a second operator, a call is noted and answered
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
