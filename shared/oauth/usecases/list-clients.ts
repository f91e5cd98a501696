import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { pageOfClients, type StoredClient } from '../db/oauth-clients.ts';
import type { ClientState } from '../domain/owned-client.ts';

/** A page of all OAuth clients, or of residents' applications in a state, newest first. */
export function listClients(
  {
    limit,
    cursor,
    ...days
  }: CreatedDays & CursorPage & { readonly state?: ClientState | undefined },
  { table }: { readonly table: Table },
): Promise<Page<StoredClient>> {
  return pageOfClients(table, days, { limit, after: cursor });
}
