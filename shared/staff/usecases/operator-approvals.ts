import { createHash, createHmac } from 'node:crypto';
import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Item, Table } from '../../kernel/db/table.ts';
import { tableWith, transact, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { type ApiError, hasStatus } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findPerson } from '../../people/db/people.ts';
import type { AuditWrites } from '../../platform/db/audit-items.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { type Actor, system } from '../../platform/domain/audit-entry.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import {
  closedApprovalWrites,
  findOperatorApproval,
  newOperatorApprovalWrites,
  type RequestedApproval,
  readOperatorApprovals,
  type StoredAskedRequest,
  StoredOperatorApproval,
} from '../db/operator-approvals.ts';
import type { OperatorApprovalDeps } from '../deps/staff-deps.ts';
import {
  type ApprovalBy,
  type ApprovalRefusal,
  type ApprovalStatus,
  approvalLifetime,
  decideApproval,
  type OperatorAct,
} from '../domain/operator-approval.ts';
import { iamNamesOf, operatorIdentity } from '../domain/staff-rights.ts';
import * as staffErrors from '../errors/staff-errors.ts';

/** A request for approval, and its form for carrying it out. */
export interface AskedAct {
  readonly act: OperatorAct;
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly request: StoredAskedRequest;
  /** The current state of the data that it changes. */
  readonly before: unknown;
}

/**
 * Records an operator's request without carrying it out. A repeat is a second request.
 *
 * Error: 403 `approval.unknown_operator`.
 */
export async function askForApproval(
  { act, operation, params, request, before }: AskedAct,
  actor: Actor,
  deps: OperatorApprovalDeps,
): Promise<RequestedApproval> {
  const principal = known(actor, deps);
  const now = deps.now();
  const at = now.toISOString();
  const { body } = request;
  const salt = Buffer.from(deps.random(16)).toString('base64url');
  const approval: StoredOperatorApproval = {
    id: deps.newId(),
    act,
    operation,
    params: { ...params },
    fields: typeof body === 'object' && body !== null ? Object.keys(body) : [],
    digest: digestOf([operation, params, body], salt),
    basis: digestOf(before, salt),
    status: 'pending',
    requestedBy: principal,
    requestedAt: at,
    expiresAt: new Date(now.getTime() + approvalLifetime).toISOString(),
    decidedAt: null,
    decidedBy: null,
    version: 1,
  };
  const outcome = await transact(deps.table, {
    ...newOperatorApprovalWrites(approval, request, salt),
    ...recorded(approval, 'requested', actor, at, deps),
  });
  if (outcome.kind === 'refused') throw outcome.error;
  return { approval, request, salt };
}

/** The additional effect of an approval on a call; none for a repeat of the same call. */
export type Approved<Deps> =
  | { readonly kind: 'done_before'; readonly asked: RequestedApproval }
  | {
      readonly kind: 'approved';
      /** The operator who made the request, and who is the actor. */
      readonly requestedBy: string;
      /**
       * Each transaction through these closes the approval or is refused: if several operators
       * approve at the same time, the action happens once.
       */
      readonly deps: Deps;
      /** Closes the approval if the action had nothing to write. */
      readonly finish: () => Promise<void>;
    };

/**
 * Carries out the request with a second operator's call, through `deps` that allow it once. `email`
 * is the email to the person concerned, sent with it.
 *
 * Errors: 404; 403 `approval.same_operator`, `approval.unknown_operator`; 409 `approval.closed`,
 * `approval.other_request`, `approval.outdated`.
 */
export async function approve<Deps extends OperatorApprovalDeps>(
  id: string,
  { operation, params, request, before }: Omit<AskedAct, 'act'>,
  email: Mail | null,
  actor: Actor,
  deps: Deps,
): Promise<Approved<Deps>> {
  known(actor, deps);
  const asked = await readOperatorApproval(id, deps);
  const { approval, salt } = asked;
  const command = {
    type: 'approve',
    digest: digestOf([operation, params, request.body], salt),
    basis: digestOf(before, salt),
  } as const;
  const at = deps.now().toISOString();
  const decision = decideApproval(approval, command, await byOf(approval, actor, deps), at);
  if (!decision.ok) {
    if (decision.reason === 'done_before') return { kind: 'done_before', asked };
    return refused(decision.reason, approval, deps);
  }
  const writes: Writes<Error> = {
    ...closedApprovalWrites(decision.next, closedError, salt),
    ...recorded(approval, 'carried_out', actor, at, deps),
    told: email ? mailWrite(deps.newId(), at, email) : undefined,
  };
  return {
    kind: 'approved',
    requestedBy: approval.requestedBy,
    deps: { ...deps, table: tableWith(deps.table, writes) },
    finish: async () => {
      const { approval: now } = await readOperatorApproval(id, deps);
      if (now.status === 'pending') await transact(tableWith(deps.table, writes), {});
    },
  };
}

/**
 * Refuses another operator's request, or withdraws the caller's own. A repeat has no effect.
 *
 * Errors: 404; 403 `approval.not_requester`; 409 `approval.closed`.
 */
export async function closeApproval(
  id: string,
  type: 'refuse' | 'withdraw',
  actor: Actor,
  deps: OperatorApprovalDeps,
): Promise<RequestedApproval> {
  const asked = await readOperatorApproval(id, deps);
  const { approval } = asked;
  const at = deps.now().toISOString();
  const decision = decideApproval(approval, { type }, await byOf(approval, actor, deps), at);
  if (!decision.ok) {
    return decision.reason === 'done_before' ? asked : refused(decision.reason, approval, deps);
  }
  await close(approval, decision.next, actor, deps);
  return { approval: decision.next, request: null, salt: null };
}

/** A page of all approvals, or of those with a status, newest first. */
export async function listOperatorApprovals(
  { status, limit, cursor }: CursorPage & { readonly status?: ApprovalStatus | undefined },
  deps: Pick<CoreDeps, 'table' | 'now'>,
): Promise<Page<RequestedApproval>> {
  const page = await readOperatorApprovals(deps.table, status, { limit, after: cursor });
  return {
    ...page,
    items: page.items.map((approval) => ({ approval, request: null, salt: null })),
  };
}

/** An approval with its request, while it is pending. Error: 404. */
export async function readOperatorApproval(
  id: string,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<RequestedApproval> {
  const found = await findOperatorApproval(table, id);
  if (found === null) throw apiErrors.approvalNotFound();
  return found;
}

/** Closes and records expired approvals. Returns their number. */
export async function expireApprovals(deps: CoreDeps): Promise<number> {
  const at = deps.now().toISOString();
  let after: string | undefined;
  let expired = 0;
  do {
    const page = await readOperatorApprovals(deps.table, 'pending', { limit: 100, after });
    for (const approval of page.items) if (await expire(approval, at, deps)) expired += 1;
    after = page.next ?? undefined;
  } while (after !== undefined);
  return expired;
}

async function expire(
  approval: StoredOperatorApproval,
  at: string,
  deps: CoreDeps,
): Promise<boolean> {
  const nobody = { principal: null, isRequester: false };
  const decision = decideApproval(approval, { type: 'expire' }, nobody, at);
  if (!decision.ok) return false;
  try {
    await close(approval, decision.next, system, deps);
    return true;
  } catch (error) {
    // Another process was faster.
    if (hasStatus(error, 409)) return false;
    throw error;
  }
}

async function close(
  approval: StoredOperatorApproval,
  next: StoredOperatorApproval,
  actor: Actor,
  deps: CoreDeps,
): Promise<void> {
  const outcome = await transact(deps.table, {
    ...closedApprovalWrites(next, closedError),
    ...recorded(approval, next.status, actor, next.decidedAt ?? '', deps),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
}

async function refused(
  reason: ApprovalRefusal,
  approval: StoredOperatorApproval,
  deps: CoreDeps,
): Promise<never> {
  switch (reason) {
    case 'same_operator':
      throw apiErrors.approvalSameOperator();
    case 'not_requester':
      throw staffErrors.approvalNotRequester();
    case 'other_request':
      throw apiErrors.approvalOtherRequest();
    case 'outdated':
      throw apiErrors.approvalOutdated();
    case 'expired': {
      const at = deps.now().toISOString();
      await expire(approval, at, deps);
      throw closedError({ ...approval, status: 'expired', decidedAt: approval.expiresAt });
    }
    default:
      throw closedError(approval);
  }
}

function closedError(found: Item | undefined): ApiError {
  const { status, decidedBy, decidedAt } = parseStored(StoredOperatorApproval, found ?? {});
  return apiErrors.approvalClosed({ status, decidedBy, decidedAt });
}

/** The principal, as long as it identifies the operator. */
function known(actor: Actor, { operatorApprovals }: OperatorApprovalDeps): string {
  const principal = actor.id ?? '';
  if (operatorIdentity(principal, operatorApprovals.namedRoles) === null) {
    throw apiErrors.approvalUnknownOperator();
  }
  return principal;
}

async function byOf(
  { requestedBy }: StoredOperatorApproval,
  { id: principal }: Actor,
  { table, operatorApprovals: { namedRoles } }: OperatorApprovalDeps,
): Promise<ApprovalBy> {
  const asker = operatorIdentity(requestedBy, namedRoles);
  const other = operatorIdentity(principal ?? '', namedRoles);
  const isRequester = asker === other || (await isNamedAlike([asker, other], table));
  return { principal, isRequester };
}

/** Whether one of two identities is a person, and the other has that person's probable IAM name. */
async function isNamedAlike(
  identities: readonly (string | null)[],
  table: Table,
): Promise<boolean> {
  const rest = (kind: string) =>
    identities.find((each) => each?.startsWith(kind))?.slice(kind.length);
  const [personId, name] = [rest('person '), rest('name ')];
  if (personId === undefined || name === undefined) return false;
  const person = await findPerson(table, personId);
  return person !== null && iamNamesOf(person.email).includes(name);
}

function recorded(
  { id, act, operation, fields, requestedBy }: StoredOperatorApproval,
  step: 'requested' | ApprovalStatus,
  actor: Actor,
  at: string,
  deps: CoreDeps,
): AuditWrites {
  return auditAct(deps, {
    at,
    actor,
    action: `operator_approval.${step}`,
    subject: { type: 'operator_approval', id },
    details: { act, operation, fields, ...(step !== 'requested' && { requestedBy }) },
  });
}

/** SHA-256 of a JSON value and the salt, if any. The order of keys does not matter. */
function digestOf(value: unknown, salt: string | null): string {
  return (salt === null ? createHash('sha256') : createHmac('sha256', salt))
    .update(JSON.stringify(value, inOrder) ?? '')
    .digest('hex');
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
