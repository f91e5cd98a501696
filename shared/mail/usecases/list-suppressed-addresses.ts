import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { readSuppressedAddresses, type StoredMailAddress } from '../db/mail-addresses.ts';

/** A page of the addresses of which some mail is held back, newest first. */
export function listSuppressedAddresses(
  { limit, cursor }: CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredMailAddress>> {
  return readSuppressedAddresses(table, { limit, after: cursor });
}
