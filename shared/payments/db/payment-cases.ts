import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { listWrite, readListed } from '../../kernel/db/listed-kinds.ts';
import { type Page, readFirst } from '../../kernel/db/page.ts';
import type { ShardedBounds } from '../../kernel/db/sharded-page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, orElse, put, replace, type Write } from '../../kernel/db/transact.ts';
import { paymentProviders } from '../domain/payment.ts';
import {
  openCase,
  type PaymentCaseState,
  type PaymentCaseStatus,
  paymentCaseKinds,
  paymentCaseStatuses,
} from '../domain/payment-case.ts';

/** A discrepancy about money, which an operator must resolve. */
export const StoredPaymentCase = z.object({
  id: z.string(),
  kind: z.enum(paymentCaseKinds),
  provider: z.enum(paymentProviders),
  paymentId: z.string(),
  /** The provider's id of the movement, if a statement contained it. */
  entryId: z.nullable(z.string()),
  invoiceId: z.nullable(z.string()),
  subject: z.nullable(z.object({ type: z.string(), id: z.string() })),
  /** The person or integration that opened the checkout; absent if no checkout is known. */
  payerId: z.optional(z.string()),
  /** As recorded by the provider. */
  amountCents: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  /** As recorded on the invoice. */
  invoiceCents: z.nullable(z.int()),
  invoiceCurrency: z.nullable(z.string()),
  createdAt: z.string(),
  statusId: z.enum(paymentCaseStatuses),
  owner: z.nullable(z.string()),
  takenAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  closedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  version: z.int(),
});
export type StoredPaymentCase = z.output<typeof StoredPaymentCase>;

/** A new discrepancy. */
export type SeenDifference = Omit<StoredPaymentCase, keyof PaymentCaseState | 'id' | 'version'>;

/**
 * The id of a discrepancy, a UUID derived from it, so that it has only one case. Received money is identified by
 * payment and amount, a statement entry by its id.
 */
export function paymentCaseId(seen: Omit<SeenDifference, 'createdAt'>): string {
  const { provider, kind, paymentId, entryId, amountCents, currency } = seen;
  const parts =
    entryId !== null
      ? [provider, kind, paymentId, 'entry', entryId]
      : kind === 'duplicate' || kind === 'missing'
        ? [provider, kind, paymentId]
        : [provider, kind, paymentId, String(amountCents), currency];
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  // RFC 9562, section 5.8: version 8 is for custom ids.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Null if there is none. */
export async function findPaymentCase(table: Table, id: string): Promise<StoredPaymentCase | null> {
  return parseFound(StoredPaymentCase, await getItem(table, keys.paymentCase(id)));
}

/** The writes that open a case for a discrepancy. Refused as `repeated` if it already has a case, open or closed. */
export function newPaymentCaseWrites(seen: SeenDifference): {
  readonly paymentCase: Write<'repeated'>;
  readonly caseListed: Write;
  readonly caseInStatus: Write;
} {
  const id = paymentCaseId(seen);
  const key = keys.paymentCase(id);
  const { createdAt } = seen;
  return {
    paymentCase: orElse(create({ ...key, ...seen, ...openCase, id, version: 1 }), () => 'repeated'),
    caseListed: listWrite('payment_case', createdAt, id, key),
    caseInStatus: listWrite(caseList('open'), createdAt, id, key),
  };
}

/** The writes that store a case's next state. Refused if the case has changed since it was read. */
export function paymentCaseWrites(paymentCase: StoredPaymentCase) {
  const { id, createdAt, statusId } = paymentCase;
  const key = keys.paymentCase(id);
  const place = (status: PaymentCaseStatus): Write => {
    const Key = keys.listed(caseList(status), createdAt, id);
    return status === statusId
      ? put({ ...Key, itemPk: key.pk, itemSk: key.sk })
      : { remove: { Key } };
  };
  return {
    paymentCase: replace({ ...key, ...paymentCase }),
    open: place('open'),
    taken: place('taken'),
    closed: place('closed'),
  } satisfies Record<string, Write>;
}

/** A page of the cases, optionally with one status, newest first unless `oldestFirst`. */
export async function readPaymentCases(
  table: Table,
  status: PaymentCaseStatus | undefined,
  request: Pick<ShardedBounds, 'limit' | 'after' | 'oldestFirst'>,
): Promise<Page<StoredPaymentCase>> {
  const page = await readListed(table, caseList(status), request);
  return { ...page, items: page.items.map((item) => parseStored(StoredPaymentCase, item)) };
}

/** When the oldest unresolved case was opened; null if all are closed. */
export async function oldestPaymentCase(table: Table): Promise<string | null> {
  const first = await Promise.all(
    (['open', 'taken'] as const).map((status) =>
      readFirst(table, { value: keys.listed(caseList(status), '', '').pk }),
    ),
  );
  const [oldest] = first
    .flatMap((item) => (item === undefined ? [] : [String(item['sk']).split('#')[0] ?? '']))
    .toSorted();
  return oldest ?? null;
}

function caseList(status: PaymentCaseStatus | undefined) {
  return status === undefined ? 'payment_case' : (`payment_case#${status}` as const);
}
