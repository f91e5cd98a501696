import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { listWrite, readListed } from '../../kernel/db/listed-kinds.ts';
import type { Page, PageBounds } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, orElse, put, replace, type Write, type Writes } from '../../kernel/db/transact.ts';
import {
  type ApprovalStatus,
  approvalStatuses,
  operatorActs,
} from '../domain/operator-approval.ts';

/** An operator's request for approval. It is permanent and has no personal data. */
export const StoredOperatorApproval = z.object({
  id: z.string(),
  act: z.enum(operatorActs),
  operation: z.string(),
  /** Ids in the request's path. */
  params: z.record(z.string(), z.string()),
  /** The names of its body's fields. */
  fields: z.array(z.string()),
  digest: z.string(),
  basis: z.string(),
  status: z.enum(approvalStatuses),
  requestedBy: z.string(),
  requestedAt: z.string(),
  expiresAt: z.string(),
  decidedAt: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  version: z.int(),
});
export type StoredOperatorApproval = z.output<typeof StoredOperatorApproval>;

/**
 * The request itself, which may contain names and addresses: it is deleted when the approval is
 * decided or expires. Stored together with the `salt`.
 */
export const StoredAskedRequest = z.object({
  method: z.string(),
  path: z.string(),
  body: z.unknown(),
});
export type StoredAskedRequest = z.output<typeof StoredAskedRequest>;

export interface RequestedApproval {
  readonly approval: StoredOperatorApproval;
  /** Null once it is decided or has expired. */
  readonly request: StoredAskedRequest | null;
  /**
   * The salt of the approval's digests, in base64url: without it later readers of the table could guess the request. Null once it
   * is erased.
   */
  readonly salt: string | null;
}

/** Null if there is none. */
export async function findOperatorApproval(
  table: Table,
  id: string,
): Promise<RequestedApproval | null> {
  const [item, asked] = await getItems(table, [
    keys.operatorApproval(id),
    keys.requestedOperation(id),
  ]);
  const approval = parseFound(StoredOperatorApproval, item);
  const { salt, method } = asked ?? {};
  return (
    approval && {
      approval,
      request: method === undefined ? null : parseFound(StoredAskedRequest, asked),
      salt: typeof salt === 'string' ? salt : null,
    }
  );
}

export function newOperatorApprovalWrites(
  approval: StoredOperatorApproval,
  request: StoredAskedRequest,
  salt: string,
): Readonly<Record<'approval' | 'request' | 'listed' | 'inStatus', Write>> {
  const { id, requestedAt, status, expiresAt } = approval;
  const key = keys.operatorApproval(id);
  return {
    approval: create({ ...key, ...approval }),
    request: create({ ...keys.requestedOperation(id), ...request, salt, ttl: ttlOf(expiresAt) }),
    listed: listWrite('operator_approval', requestedAt, id, key),
    inStatus: listWrite(listOf(status), requestedAt, id, key),
  };
}

/**
 * The writes that close a pending approval and delete its request. `salt`, if given, is stored
 * until the approval expires, to recognise a repeat of the approving call. Refused with `closed` if
 * it was closed since it was read.
 */
export function closedApprovalWrites<Refusal>(
  next: StoredOperatorApproval,
  closed: (found: Item | undefined) => Refusal,
  salt: string | null = null,
): Writes<Refusal> {
  const { id, requestedAt, status, expiresAt } = next;
  const asked = keys.requestedOperation(id);
  const key = keys.operatorApproval(id);
  const place = (list: ApprovalStatus) => keys.listed(listOf(list), requestedAt, id);
  return {
    approval: orElse(replace({ ...key, ...next }), closed),
    request:
      salt === null ? { remove: { Key: asked } } : put({ ...asked, salt, ttl: ttlOf(expiresAt) }),
    notPending: { remove: { Key: place('pending') } },
    inStatus: put({ ...place(status), itemPk: key.pk, itemSk: key.sk }),
  };
}

/** A page of all approvals, or of those with a status, newest first. */
export async function readOperatorApprovals(
  table: Table,
  status: ApprovalStatus | undefined,
  request: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredOperatorApproval>> {
  const page = await readListed(table, listOf(status), request);
  return { ...page, items: page.items.map((item) => parseStored(StoredOperatorApproval, item)) };
}

function ttlOf(expiresAt: string): number {
  return Math.ceil(Date.parse(expiresAt) / 1000);
}

function listOf(status: ApprovalStatus | undefined) {
  return status === undefined ? 'operator_approval' : (`operator_approval#${status}` as const);
}
