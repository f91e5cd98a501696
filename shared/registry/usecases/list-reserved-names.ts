import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { readReservedNames, type StoredReservedName } from '../db/reserved-names.ts';

/** A page of the names that operators keep back, newest first. */
export function listReservedNames(
  { limit, cursor }: CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredReservedName>> {
  return readReservedNames(table, { limit, after: cursor });
}
