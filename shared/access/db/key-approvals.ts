import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { type Page, type PageBounds, readAll, readPage } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, orElse, replace, type Write, type Writes } from '../../kernel/db/transact.ts';
import { keyApprovalStatuses } from '../domain/key-approval.ts';
import type { StoredKey } from './api-keys.ts';

/**
 * A call that requires the approval of the key's owner: its subject, in ids and amounts, and its
 * outcome.
 */
export const StoredKeyApproval = z.object({
  id: z.string(),
  personId: z.string(),
  keyId: z.string(),
  /** The id of the first key in a chain of rotations: a successor acts for a rotated key. */
  counterId: z.string(),
  operation: z.string(),
  subject: z.object({ type: z.string(), id: z.string() }),
  legalEntityId: z.nullable(z.string()),
  /** The API path of the subject. */
  resource: z.string(),
  amountCents: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  status: z.enum(keyApprovalStatuses),
  requestedAt: z.string(),
  expiresAt: z.string(),
  decidedAt: z.nullable(z.string()),
  /**
   * The attempt that carried it out: of several concurrent attempts, only that one records the
   * outcome.
   */
  attemptId: z.nullable(z.string()),
  /** The error with which the call was refused. */
  error: z.nullable(
    z.object({ status: z.int(), code: z.nullable(z.string()), message: z.string() }),
  ),
  version: z.int(),
});
export type StoredKeyApproval = z.output<typeof StoredKeyApproval>;

/**
 * The call itself, which may contain names and codes: it is deleted after the owner's decision, or
 * after 72 hours.
 */
export const StoredRequestedCall = z.object({
  id: z.string(),
  personId: z.string(),
  keyId: z.string(),
  operation: z.string(),
  params: z.record(z.string(), z.string()),
  body: z.unknown(),
  /** The scope under which its effect is recorded, if it had an `Idempotency-Key`. */
  effectScope: z.nullable(z.string()),
  /** The name of the legal entity. */
  entityName: z.string(),
  /** SHA-256 of the subject's state when the call arrived. */
  basis: z.string(),
  expiresAt: z.string(),
});
export type StoredRequestedCall = z.output<typeof StoredRequestedCall>;

export interface AskedKeyApproval {
  readonly approval: StoredKeyApproval;
  /** Null once it was decided or has expired. */
  readonly call: StoredRequestedCall | null;
}

/** Null if the person has none with this id. */
export async function findKeyApproval(
  table: Table,
  personId: string,
  id: string,
): Promise<AskedKeyApproval | null> {
  const [item, call] = await getItems(table, [
    keys.keyApproval(personId, id),
    keys.requestedCall(personId, id),
  ]);
  const approval = parseFound(StoredKeyApproval, item);
  return approval && { approval, call: parseFound(StoredRequestedCall, call) };
}

/** A page of the person's approvals, or of those that one chain of keys asked for; newest first. */
export async function listKeyApprovals(
  table: Table,
  { personId, counterId }: { readonly personId: string; readonly counterId?: string | undefined },
  bounds: Pick<PageBounds, 'limit' | 'after'>,
): Promise<Page<StoredKeyApproval>> {
  const isOfChain = (item: Item) => item['counterId'] === counterId;
  const { items, next } = await readPage(
    table,
    { value: keys.keyApproval(personId, '').pk, prefix: keys.keyApproval('', '').sk },
    { ...bounds, ...(counterId !== undefined && { keep: isOfChain }) },
  );
  return { items: items.map((item) => parseStored(StoredKeyApproval, item)), next };
}

/**
 * All waiting calls of a person's keys, in no order; with `now` (ISO 8601), without expired ones.
 */
export async function listRequestedCalls(
  table: Table,
  personId: string,
  now: string,
): Promise<readonly StoredRequestedCall[]> {
  const items = await readAll(table, {
    value: keys.requestedCall(personId, '').pk,
    prefix: 'CALL#',
  });
  return items
    .map((item) => parseStored(StoredRequestedCall, item))
    .filter(({ expiresAt }) => expiresAt > now);
}

/** The writes that store a new approval. It expires a month after its deadline. */
export function newKeyApprovalWrites(
  approval: StoredKeyApproval,
  call: StoredRequestedCall,
): Readonly<Record<'approval' | 'call', Write>> {
  const { personId, id } = approval;
  const ttl = Math.ceil(Date.parse(approval.expiresAt) / 1000);
  return {
    approval: create({ ...keys.keyApproval(personId, id), ...approval, ttl: endOf(approval) }),
    call: create({ ...keys.requestedCall(personId, id), ...call, ttl }),
  };
}

/**
 * The writes that close a pending approval. If it was closed since it was read, the refusal is the
 * result of `closed`.
 */
export function closedKeyApprovalWrites<Refusal>(
  next: StoredKeyApproval,
  closed: (found: Item | undefined) => Refusal,
): Writes<Refusal> {
  const { personId, id } = next;
  return {
    approval: orElse(
      replace({ ...keys.keyApproval(personId, id), ...next, ttl: endOf(next) }),
      closed,
    ),
    call: { remove: { Key: keys.requestedCall(personId, id) } },
  };
}

/** The check that a key is valid, apart from its expiry. */
export function openKeyCheck({ hash }: Pick<StoredKey, 'hash'>): Write {
  return {
    check: {
      Key: keys.apiKey(hash),
      ConditionExpression:
        'attribute_exists(pk) AND revokedAt = :none AND attribute_not_exists(suspendedBy)',
      ExpressionAttributeValues: { ':none': null },
    },
  };
}

function endOf({ expiresAt }: StoredKeyApproval): number {
  const month = 30 * 86_400;
  return Math.ceil(Date.parse(expiresAt) / 1000) + month;
}
