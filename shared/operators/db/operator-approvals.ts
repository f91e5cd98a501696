import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { listWrite, readListed } from '../../kernel/db/listed.ts';
import type { Page, PageBounds } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, orElse, put, replace, type Write, type Writes } from '../../kernel/db/transact.ts';
import {
  type ApprovalStatus,
  approvalStatuses,
  operatorActs,
} from '../domain/operator-approval.ts';

/** What an operator has asked for. It stays, and has no personal data. */
export const StoredOperatorApproval = z.object({
  id: z.string(),
  act: z.enum(operatorActs),
  operation: z.string(),
  /** Ids in the path of the request. */
  params: z.record(z.string(), z.string()),
  /** Names of the fields of its body. */
  fields: z.array(z.string()),
  digest: z.string(),
  basis: z.string(),
  status: z.enum(approvalStatuses),
  askedBy: z.string(),
  askedAt: z.string(),
  expiresAt: z.string(),
  decidedAt: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  version: z.int(),
});
export type StoredOperatorApproval = z.output<typeof StoredOperatorApproval>;

/** The request itself, which may have names and addresses: it goes when the approval is decided, or its time is up. */
export const StoredAskedRequest = z.object({
  method: z.string(),
  path: z.string(),
  body: z.unknown(),
});
export type StoredAskedRequest = z.output<typeof StoredAskedRequest>;

export interface AskedApproval {
  readonly approval: StoredOperatorApproval;
  /** Null once it is decided, or its time is up. */
  readonly request: StoredAskedRequest | null;
}

/** Null when there is none. */
export async function findOperatorApproval(
  table: Table,
  id: string,
): Promise<AskedApproval | null> {
  const [item, request] = await getItems(table, [keys.operatorApproval(id), keys.askedRequest(id)]);
  const approval = parseFound(StoredOperatorApproval, item);
  return approval && { approval, request: parseFound(StoredAskedRequest, request) };
}

/** The writes that store a new one. */
export function newOperatorApprovalWrites(
  approval: StoredOperatorApproval,
  request: StoredAskedRequest,
): Readonly<Record<'approval' | 'request' | 'listed' | 'inStatus', Write>> {
  const { id, askedAt, status, expiresAt } = approval;
  const key = keys.operatorApproval(id);
  const ttl = Math.ceil(Date.parse(expiresAt) / 1000);
  return {
    approval: create({ ...key, ...approval }),
    request: create({ ...keys.askedRequest(id), ...request, ttl }),
    listed: listWrite('operator_approval', askedAt, id, key),
    inStatus: listWrite(listOf(status), askedAt, id, key),
  };
}

/** The writes that close a pending one; refused with what `closed` makes of it where somebody has closed it since it was read. */
export function closedApprovalWrites<Refusal>(
  next: StoredOperatorApproval,
  closed: (found: Item | undefined) => Refusal,
): Writes<Refusal> {
  const { id, askedAt, status } = next;
  const key = keys.operatorApproval(id);
  const place = (list: ApprovalStatus) => keys.listed(listOf(list), askedAt, id);
  return {
    approval: orElse(replace({ ...key, ...next }), closed),
    request: { remove: { Key: keys.askedRequest(id) } },
    notPending: { remove: { Key: place('pending') } },
    inStatus: put({ ...place(status), itemPk: key.pk, itemSk: key.sk }),
  };
}

/** A page of them, or of those of a status, newest first. */
export async function readOperatorApprovals(
  table: Table,
  status: ApprovalStatus | undefined,
  request: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredOperatorApproval>> {
  const page = await readListed(table, listOf(status), request);
  return { ...page, items: page.items.map((item) => parseStored(StoredOperatorApproval, item)) };
}

function listOf(status: ApprovalStatus | undefined) {
  return status === undefined ? 'operator_approval' : (`operator_approval#${status}` as const);
}
