import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, replace, type Write } from '../../kernel/db/transact.ts';
import { products } from '../../kernel/domain/product.ts';

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
  version: z.int(),
});
export type StoredInvoice = z.output<typeof StoredInvoice>;

/** An invoice by its id; null when there is none. */
export async function findInvoice(table: Table, id: string): Promise<StoredInvoice | null> {
  return parseFound(StoredInvoice, await getItem(table, keys.invoice(id)));
}

/** Lets a transaction through only while the invoice can be paid. */
export function invoiceIsOpen(id: string): Write {
  return {
    check: {
      Key: keys.invoice(id),
      ConditionExpression: 'statusId = :open',
      ExpressionAttributeValues: { ':open': 'open' },
    },
  };
}

/**
 * The write that stores an invoice's next state, unless somebody wrote it since it was read. `version` is
 * still the one that was read; 0: there was none.
 */
export function invoiceWrite(invoice: StoredInvoice): Write {
  const item = { ...keys.invoice(invoice.id), ...invoice };
  return invoice.version === 0 ? create({ ...item, version: 1 }) : replace(item);
}
