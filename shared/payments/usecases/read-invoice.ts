import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findInvoice, type StoredInvoice } from '../db/invoices.ts';

/** Error: 404. */
export async function readInvoice(
  id: string,
  { table }: { readonly table: Table },
): Promise<StoredInvoice> {
  const invoice = await findInvoice(table, id);
  if (invoice === null) throw apiErrors.notFound();
  return invoice;
}
