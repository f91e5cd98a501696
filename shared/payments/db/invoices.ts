import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import type { Page, PageBounds } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { readThings, type ThingFilter, thingPlaces } from '../../kernel/db/things.ts';
import { create, replace, type Write } from '../../kernel/db/transact.ts';
import { mustNotExist } from '../../kernel/db/update.ts';
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

/** An invoice by its id; null when there is none. */
export async function findInvoice(table: Table, id: string): Promise<StoredInvoice | null> {
  return parseFound(StoredInvoice, await getItem(table, keys.invoice(id)));
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
 * The write that stores an invoice's next state, unless somebody wrote it since it was read. `version` is
 * still the one that was read; 0: there was none.
 */
export function invoiceWrite(invoice: StoredInvoice): Write {
  const item = invoiceItem(invoice);
  return invoice.version === 0 ? create({ ...item, version: 1 }) : replace(item);
}

/**
 * The write by which nobody has to pay the invoice any more, `at` the instant; undefined where there is none, or it is not open.
 * Refused when somebody wrote it since it was read.
 */
export function voidedInvoiceWrite(invoice: StoredInvoice | null, at: string): Write | undefined {
  const decision = invoice && voidOpenInvoice(invoice, at);
  return decision?.ok ? invoiceWrite(decision.next) : undefined;
}

/**
 * The write after which nobody can pay for a case that is erased: an open invoice is void. Where none was read, it is refused if a
 * checkout has opened one since.
 */
export function closedInvoiceWrite(
  id: string,
  invoice: StoredInvoice | null,
  at: string,
): Write | undefined {
  return invoice === null ? mustNotExist(keys.invoice(id)) : voidedInvoiceWrite(invoice, at);
}
