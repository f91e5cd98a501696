import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { pageOfClients, type StoredClient } from '../db/oauth-clients.ts';

/** A page of all OAuth clients, newest first. */
export function listClients(
  { limit, cursor, ...days }: CreatedDays & CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredClient>> {
  return pageOfClients(table, days, { limit, after: cursor });
}
