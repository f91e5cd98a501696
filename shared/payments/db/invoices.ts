import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import type { Page, PageBounds } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { readThings, type ThingFilter, thingPlaces } from '../../kernel/db/things.ts';
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
  /** References of its newest checkout sessions, the one that was opened or started last first. */
  checkouts: z.optional(z.array(z.string())),
  /** The receipt, once it has its number: names and issuer as they were then. Absent from what is not paid. */
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

/** How many keys one BatchGetItem takes. */
const batch = 100;

/** Those of the invoices that there are, by their ids. */
export async function findInvoices(
  table: Table,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredInvoice>> {
  const invoices = new Map<string, StoredInvoice>();
  // DynamoDB refuses a batch that names a key twice.
  const distinct = [...new Set(ids)];
  for (let first = 0; first < distinct.length; first += batch) {
    const wanted = distinct.slice(first, first + batch).map((id) => keys.invoice(id));
    for (const item of await getItems(table, wanted)) {
      const invoice = parseFound(StoredInvoice, item);
      if (invoice !== null) invoices.set(invoice.id, invoice);
    }
  }
  return invoices;
}

/** How many sessions an invoice names: more than a payer opens, few enough to read. */
const namedCheckouts = 8;

/** The invoice that names the session first, so that its page knows of a payment that is under way. */
export function withCheckout(invoice: StoredInvoice, reference: string): StoredInvoice {
  const others = (invoice.checkouts ?? []).filter((each) => each !== reference);
  return { ...invoice, checkouts: [reference, ...others].slice(0, namedCheckouts) };
}

/** The invoice as the table keeps it, with its places on lists. */
export function invoiceItem(invoice: StoredInvoice): Item & StoredInvoice {
  const places = thingPlaces('invoice', { ...invoice, state: invoice.statusId });
  return { ...keys.invoice(invoice.id), ...places, ...invoice };
}

/** A page of all invoices, newest first, for operators. */
export async function pageOfInvoices(
  table: Table,
  filter: ThingFilter,
  request: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredInvoice>> {
  const page = await readThings(table, 'invoice', filter, request);
  return { ...page, items: page.items.map((item) => parseStored(StoredInvoice, item)) };
}

/**
 * The write that stores an invoice's next state, unless someone wrote it since it was read. `version` is
 * still the one that was read; 0: there was none.
 */
export function invoiceWrite(invoice: StoredInvoice): Write {
  const item = invoiceItem(invoice);
  return invoice.version === 0 ? create({ ...item, version: 1 }) : replace(item);
}

/**
 * The write that voids the invoice at the instant `at`; undefined if there is no invoice, or it is not open. Refused if someone
 * wrote it since it was read.
 */
export function voidedInvoiceWrite(invoice: StoredInvoice | null, at: string): Write | undefined {
  const decision = invoice && voidOpenInvoice(invoice, at);
  return decision?.ok ? invoiceWrite(decision.next) : undefined;
}

/**
 * The write after which nobody can pay for a case that is erased: an open invoice is void. If none was read, it is refused if a
 * checkout has opened one since.
 */
export function closedInvoiceWrite(
  id: string,
  invoice: StoredInvoice | null,
  at: string,
): Write | undefined {
  return invoice === null ? mustNotExist(keys.invoice(id)) : voidedInvoiceWrite(invoice, at);
}

/** An invoice whose receipt has its number. */
type Receipted = StoredInvoice & { readonly receipt: Receipt };

/** How often the next number is tried for when someone else took it. After that the event is delivered again. */
const attempts = 10;

/**
 * Gives the receipt of a paid invoice its number, once and permanently: the next one of the year in which it was paid. The year's
 * counter moves only in the transaction that writes the number to the invoice, so there is neither a gap nor a number
 * for two. `facts` are those of the moment, which stay on the receipt.
 *
 * Null: the invoice is not paid. Throws when the invoice is missing, or others were faster every time.
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

/** `R-2026-000123`. */
export function receiptNumber(year: string, position: number): string {
  return `R-${year}-${String(position).padStart(6, '0')}`;
}
