import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, replaceBy, transact } from '../../kernel/db/transact.ts';
import type { Receipt } from '../../kernel/domain/payment.ts';
import { findInvoice, invoiceWrite, type StoredInvoice } from './invoices.ts';

/** An invoice whose receipt has its number. */
export type Receipted = StoredInvoice & { readonly receipt: Receipt };

/** How often the next number is tried for when somebody else took it. After that the event is delivered again. */
const attempts = 10;

/**
 * Gives the receipt of a paid invoice its number, once and for ever: the next one of the year in which it was paid. The year's
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
