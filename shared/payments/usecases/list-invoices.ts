import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { pageOfInvoices, type StoredInvoice } from '../db/invoices.ts';

/** A page of all invoices, or of those of a status, newest first. */
export function listInvoices(
  {
    limit,
    cursor,
    status: state,
    ...days
  }: CreatedDays & CursorPage & { readonly status?: string | undefined },
  { table }: { readonly table: Table },
): Promise<Page<StoredInvoice>> {
  return pageOfInvoices(table, { state, ...days }, { limit, after: cursor });
}
