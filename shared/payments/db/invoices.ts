import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { listPlaces, pagesOf } from '../../kernel/db/listed-kinds.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, replace, replaceBy, transact, type Write } from '../../kernel/db/transact.ts';
import { mustNotExist } from '../../kernel/db/update.ts';
import type { Receipt } from '../../kernel/domain/payment.ts';
import { products } from '../../kernel/domain/product.ts';
import { voidOpenInvoice } from '../domain/invoice.ts';

export const StoredInvoice = z.object({
  id: z.string(),
  statusId: z.enum(['open', 'paid', 'void']),
  amountCents: z.int(),
  currency: z.string(),
  subject: z.object({ type: z.enum(products), id: z.string() }),
  createdAt: z.string(),
  paidAt: z.nullable(z.string()),
  voidedAt: z.nullable(z.string()),
  voucherCode: z.nullable(z.string()),
  payment: z.nullable(z.object({ provider: z.string(), paymentId: z.string() })),
  /** References of its latest checkout sessions, the last opened or started one first. */
  checkouts: z.optional(z.array(z.string())),
  /** The numbered receipt, with the names and issuer of that time; absent if unpaid. */
  receipt: z.optional(
    z.object({
      number: z.string(),
      payerName: z.string(),
      subjectName: z.string(),
      issuer: z.object({
        name: z.nullable(z.string()),
        address: z.nullable(z.string()),
        taxNumber: z.nullable(z.string()),
      }),
    }),
  ),
  version: z.int(),
});
export type StoredInvoice = z.output<typeof StoredInvoice>;

/** An invoice by its id; null if there is none. */
export async function findInvoice(table: Table, id: string): Promise<StoredInvoice | null> {
  return parseFound(StoredInvoice, await getItem(table, keys.invoice(id)));
}

/** The limit of one BatchGetItem. */
const batch = 100;

/** The existing invoices among these ids, by id. */
export async function findInvoices(
  table: Table,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredInvoice>> {
  const invoices = new Map<string, StoredInvoice>();
  // DynamoDB rejects a batch with duplicate keys.
  const distinct = [...new Set(ids)];
  for (let first = 0; first < distinct.length; first += batch) {
    const requested = distinct.slice(first, first + batch).map((id) => keys.invoice(id));
    for (const item of await getItems(table, requested)) {
      const invoice = parseFound(StoredInvoice, item);
      if (invoice !== null) invoices.set(invoice.id, invoice);
    }
  }
  return invoices;
}

/** The maximum number of sessions listed on an invoice: more than a payer opens, few enough to read. */
const namedCheckouts = 8;

/** The invoice with the session first on its list, so that its page can show a payment in progress. */
export function withCheckout(invoice: StoredInvoice, reference: string): StoredInvoice {
  const others = (invoice.checkouts ?? []).filter((each) => each !== reference);
  return { ...invoice, checkouts: [reference, ...others].slice(0, namedCheckouts) };
}

/** The item of an invoice, with its list entries. */
export function invoiceItem(invoice: StoredInvoice): Item & StoredInvoice {
  const places = listPlaces('invoice', { ...invoice, state: invoice.statusId });
  return { ...keys.invoice(invoice.id), ...places, ...invoice };
}

/** A page of all invoices, newest first, for operators. */
export const pageOfInvoices = pagesOf('invoice', StoredInvoice);

/**
 * The write that stores an invoice's next state. Refused if the invoice has changed since it was read. `version` is the
 * version that was read; 0 for a new invoice.
 */
export function invoiceWrite(invoice: StoredInvoice): Write {
  const item = invoiceItem(invoice);
  return invoice.version === 0 ? create({ ...item, version: 1 }) : replace(item);
}

/**
 * The write that voids the invoice at the instant `at`; undefined if there is no open invoice. Refused if the invoice
 * has changed since it was read.
 */
export function voidedInvoiceWrite(invoice: StoredInvoice | null, at: string): Write | undefined {
  const decision = invoice && voidOpenInvoice(invoice, at);
  return decision?.ok ? invoiceWrite(decision.next) : undefined;
}

/**
 * The write that prevents payments for a deleted case: an open invoice becomes void. If there was no invoice, refused
 * if a checkout has created one since.
 */
export function closedInvoiceWrite(
  id: string,
  invoice: StoredInvoice | null,
  at: string,
): Write | undefined {
  return invoice === null ? mustNotExist(keys.invoice(id)) : voidedInvoiceWrite(invoice, at);
}

type Receipted = StoredInvoice & { readonly receipt: Receipt };

/** How often the next number is tried if another process took it. After that, the event is delivered again. */
const attempts = 10;

/**
 * Assigns the receipt of a paid invoice its permanent number, once: the next one of the year of the payment. The year's
 * counter is raised in the same transaction, so numbers have no gaps or duplicates. `facts` are stored on the receipt
 * as of now.
 *
 * Null if the invoice is not paid. Throws if the invoice is missing, or on too many conflicts.
 */
export async function numberReceipt(
  table: Table,
  invoiceId: string,
  facts: Omit<Receipt, 'number'>,
): Promise<Receipted | null> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const invoice = await findInvoice(table, invoiceId);
    if (invoice === null) throw new Error(`invoice ${invoiceId} is missing`);
    if (invoice.paidAt === null) return null;
    if (invoice.receipt !== undefined) return { ...invoice, receipt: invoice.receipt };
    const year = invoice.paidAt.slice(0, 4);
    const counter = keys.receiptCounter(year);
    const item = await getItem(table, counter);
    const last = z.parse(z._default(z.int(), 0), item?.['taken']);
    const receipt = { number: receiptNumber(year, last + 1), ...facts };
    const outcome = await transact(table, {
      counter:
        last === 0 ? create({ ...counter, taken: 1 }) : replaceBy('taken', { ...counter }, last),
      invoice: invoiceWrite({ ...invoice, receipt }),
    });
    if (outcome.kind === 'written') return { ...invoice, receipt };
  }
  throw new Error(`the receipt of invoice ${invoiceId} got no number yet`);
}

/** For example `R-2026-000123`. */
export function receiptNumber(year: string, position: number): string {
  return `R-${year}-${String(position).padStart(6, '0')}`;
}
