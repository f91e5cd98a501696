import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findInvoice, type StoredInvoice } from '../../payments/db/invoices.ts';
import { findAnyApplication, type StoredApplication } from '../db/applications.ts';

export interface InvoicedApplication {
  readonly application: StoredApplication;
  /** Null until somebody wants to pay. */
  readonly invoice: StoredInvoice | null;
}

/** The application with its invoice, whoever owns it; for operators. Error: 404. */
export async function readAnyApplication(
  id: string,
  { table }: { readonly table: Table },
): Promise<InvoicedApplication> {
  const application = await findAnyApplication(table, id);
  if (application === null) throw apiErrors.notFound();
  return { application, invoice: await findInvoice(table, application.invoiceId) };
}
