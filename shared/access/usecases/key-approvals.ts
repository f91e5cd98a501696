import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import { attemptWrite, windowEndOf } from '../../kernel/db/attempt-counters.ts';
import { digestOf, type Effect } from '../../kernel/db/effects.ts';
import { partitions } from '../../kernel/db/keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Item } from '../../kernel/db/table.ts';
import { orElse, tableWith, transact, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { canonicalJson } from '../../kernel/domain/same-value.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { callerOf } from '../auth/authenticate.ts';
import { actorOf, type PersonalKeyCaller } from '../auth/caller.ts';
import { activeKeysOf, findKey, type StoredKey } from '../db/api-keys.ts';
import {
  type AskedKeyApproval,
  closedKeyApprovalWrites,
  findKeyApproval,
  listKeyApprovals,
  listRequestedCalls,
  newKeyApprovalWrites,
  openKeyCheck,
  StoredKeyApproval,
  type StoredRequestedCall,
} from '../db/key-approvals.ts';
import {
  asksPerDay,
  decideKeyApproval,
  type KeyApprovalStatus,
  keyApprovalId,
  keyApprovalLifetime,
} from '../domain/key-approval.ts';
import { keyState } from '../domain/key-bounds.ts';

/** What a call would do, in the current state. */
export interface CallFacts {
  readonly subject: { readonly type: string; readonly id: string };
  readonly legalEntityId: string | null;
  /** The name of the legal entity. */
  readonly entityName: string;
  readonly amountCents: number | null;
  readonly currency: string | null;
  /** The API path of the subject. */
  readonly resource: string;
  /** Other data that must not change before the owner approves. */
  readonly basis: unknown;
}

/** The request of a call that pays or submits. */
export interface OwnersCall {
  readonly caller: PersonalKeyCaller;
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly effect: Effect | null;
}

/**
 * Records a call for its owner's approval and emails them; nothing is carried out. A repeated call
 * of the same key gets the pending approval.
 *
 * Errors: 429 `approval.too_many`.
 */
export async function askOwner(
  { caller, operation, params, body, effect }: OwnersCall,
  facts: CallFacts,
  deps: CoreDeps,
): Promise<StoredKeyApproval> {
  const { personId, keyId, counterId = keyId } = caller;
  const now = deps.now();
  const at = now.toISOString();
  const basis = basisOf(facts);
  const sent = canonicalJson([operation, params, body ?? null, basis]);
  const waiting = await listRequestedCalls(deps.table, personId, at);
  const same = waiting.find(
    (each) =>
      each.keyId === keyId &&
      canonicalJson([each.operation, each.params, each.body ?? null, each.basis]) === sent,
  );
  const before = same && (await findKeyApproval(deps.table, personId, same.id));
  if (before?.approval.status === 'pending') return before.approval;
  const id = keyApprovalId(deps.newId(), now);
  const expiresAt = new Date(now.getTime() + keyApprovalLifetime).toISOString();
  const { entityName, subject, legalEntityId, amountCents, currency, resource } = facts;
  const approval: StoredKeyApproval = {
    ...{ id, personId, keyId, counterId, operation },
    ...{ subject, legalEntityId, resource, amountCents, currency },
    ...{
      status: 'pending',
      requestedAt: at,
      expiresAt,
      decidedAt: null,
      attemptId: null,
      error: null,
    },
    version: 1,
  };
  const effectScope = effect?.scope ?? null;
  const call = {
    id,
    personId,
    keyId,
    operation,
    params,
    body: body ?? null,
    effectScope,
    entityName,
    basis,
  };
  const limit = { kind: 'key_approvals', max: asksPerDay, window: 86_400_000 };
  const outcome = await transact(deps.table, {
    ...newKeyApprovalWrites(approval, { ...call, expiresAt }),
    asked: orElse(attemptWrite(limit, counterId, now.getTime()), () =>
      apiErrors.approvalTooMany(
        Math.ceil((windowEndOf(limit, now.getTime()) - now.getTime()) / 1000),
      ),
    ),
    notification: mailWrite(deps.newId(), at, {
      template: 'key_approval_requested',
      personId,
      approvalId: id,
    }),
    ...recorded(approval, 'requested', actorOf(caller), at, deps),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return approval;
}

/** SHA-256 of everything that must not change before the owner approves. */
function basisOf({ subject, entityName, amountCents, currency, basis }: CallFacts): string {
  return digestOf(canonicalJson([subject, entityName, amountCents, currency, basis]));
}

/**
 * An approval of the caller's key, or for a Standard Key of any key of its owner. Error: 404
 * `approval.not_found`.
 */
export async function readKeyApproval(
  id: string,
  { kind, personId, keyId, counterId = keyId }: PersonalKeyCaller,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<StoredKeyApproval> {
  const { approval } = await readOwnApproval(id, personId, { table });
  if (kind === 'agent' && approval.counterId !== counterId) throw apiErrors.approvalNotFound();
  return approval;
}

/**
 * A page of the approvals that the caller's key asked for, or for a Standard Key any key of its
 * owner; newest first.
 */
export function readKeyApprovals(
  { kind, personId, keyId, counterId = keyId }: PersonalKeyCaller,
  { limit, cursor }: CursorPage,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<Page<StoredKeyApproval>> {
  const chosen = { personId, ...(kind === 'agent' && { counterId }) };
  return listKeyApprovals(table, chosen, { limit, after: cursor });
}

/** An approval, for the owner of the key. Error: 404 `approval.not_found`. */
export async function readOwnApproval(
  id: string,
  personId: string,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<AskedKeyApproval> {
  const found = await findKeyApproval(table, personId, id);
  if (found === null) throw apiErrors.approvalNotFound();
  return found;
}

/**
 * The key that acts for an approval now: the original one, or its successor after a rotation. Null
 * if neither is valid.
 */
export async function findActingKey(
  { personId, counterId }: StoredKeyApproval,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<StoredKey | null> {
  const held = await activeKeysOf(table, partitions.person(personId));
  const acting = held.find((key) => (key.counterId ?? key.id) === counterId);
  const key = acting === undefined ? null : await findKey(table, acting.hash);
  return key !== null && keyState(key, now()) === 'good' ? key : null;
}

export function keyCaller(key: StoredKey): PersonalKeyCaller {
  const caller = callerOf(key);
  if (caller.kind === 'partner') throw new Error('unreachable: a person has no Partner Keys');
  return caller;
}

/**
 * Declines a call; does nothing if it was decided or has expired. Error: 404 `approval.not_found`.
 */
export async function declineCall(
  id: string,
  personId: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredKeyApproval> {
  const { approval } = await readOwnApproval(id, personId, deps);
  return closeAs(approval, { type: 'decline', error: null }, actor, deps);
}

/** Records that the call was refused permanently. Does nothing if it was decided. */
function failCall(
  approval: StoredKeyApproval,
  error: ApiError,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredKeyApproval> {
  return closeAs(approval, { type: 'fail', error: storedError(error) }, actor, deps);
}

async function closeAs(
  approval: StoredKeyApproval,
  { type, error }: { type: 'decline' | 'fail'; error: StoredKeyApproval['error'] },
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredKeyApproval> {
  const at = deps.now().toISOString();
  const decision = decideKeyApproval(approval, type, at);
  if (!decision.ok) return approval;
  const next = { ...decision.next, error };
  const outcome = await transact(deps.table, {
    ...closedKeyApprovalWrites(next, (found) => parseStored(StoredKeyApproval, found ?? {})),
    ...recorded(approval, next.status, actor, at, deps),
  });
  if (outcome.kind === 'written') return next;
  if (outcome.refusal !== undefined) return outcome.refusal;
  throw outcome.error;
}

/** One attempt to carry out an approved call. */
export interface ApprovedAttempt<Deps> {
  readonly id: string;
  /**
   * Each transaction through these closes the approval or is refused: if it is approved several
   * times at the same moment, the call is carried out once. The call must write at least once.
   */
  readonly deps: Deps;
  /** Closes the approval if the call had nothing to write. */
  finish(): Promise<void>;
}

/**
 * Starts an attempt to carry out an approved call.
 *
 * Errors: 409 `approval.outdated` if its subject has changed, `approval.closed`; from the writes:
 * 409 `approval.closed`, 401 `api_key.invalid` for a key that was revoked at the same moment.
 */
export function beginAttempt<Deps extends CoreDeps>(
  approval: StoredKeyApproval,
  asked: Pick<StoredRequestedCall, 'basis'>,
  {
    facts,
    key,
    actor,
  }: { readonly facts: CallFacts; readonly key: StoredKey; readonly actor: Actor },
  deps: Deps,
): ApprovedAttempt<Deps> {
  const at = deps.now().toISOString();
  const basis = { asked: asked.basis, now: basisOf(facts) };
  const decision = decideKeyApproval(approval, 'approve', at, basis);
  if (!decision.ok) {
    throw decision.reason === 'outdated' ? apiErrors.approvalOutdated() : closedError(approval);
  }
  const attemptId = deps.newId();
  const writes: Writes<Error> = {
    ...closedKeyApprovalWrites<Error>({ ...decision.next, attemptId }, closedError),
    key: orElse(openKeyCheck(key), () => apiErrors.invalidApiKey()),
    ...recorded(approval, 'carried_out', actor, at, deps),
  };
  return {
    id: attemptId,
    deps: { ...deps, table: tableWith(deps.table, writes) },
    async finish() {
      const { approval: now } = await readOwnApproval(approval.id, approval.personId, deps);
      if (now.status === 'pending') await transact(tableWith(deps.table, writes), {});
    },
  };
}

/**
 * Records the outcome of a call that threw: if its transaction was written, the error is recorded
 * with it; otherwise the call has failed.
 */
export async function noteError(
  { id, personId }: StoredKeyApproval,
  { attempt, error }: { readonly attempt: string | null; readonly error: ApiError },
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredKeyApproval> {
  const { approval: now } = await readOwnApproval(id, personId, deps);
  if (now.status === 'pending') return failCall(now, error, actor, deps);
  if (attempt === null || now.attemptId !== attempt) return now;
  const next = { ...now, error: storedError(error) };
  await transact(
    deps.table,
    closedKeyApprovalWrites(next, () => null),
  );
  return next;
}

function storedError({ status, message, extras }: ApiError): StoredKeyApproval['error'] {
  return { status, code: extras.code ?? null, message };
}

function closedError(found: Item | StoredKeyApproval | undefined): ApiError {
  const { status, decidedAt } = parseStored(StoredKeyApproval, (found ?? {}) as Item);
  return apiErrors.approvalClosed({ status, decidedBy: null, decidedAt });
}

function recorded(
  { id, personId, keyId, operation, subject, amountCents }: StoredKeyApproval,
  step: 'requested' | KeyApprovalStatus,
  actor: Actor,
  at: string,
  deps: CoreDeps,
) {
  return auditPerson(deps, {
    ...{ at, actor, personId },
    action: `key_approval.${step}`,
    details: {
      ...{ approvalId: id, keyId, operation },
      ...{ subjectType: subject.type, subjectId: subject.id },
      ...(amountCents !== null && { amountCents }),
    },
  });
}
