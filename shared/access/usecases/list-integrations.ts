import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { pageOfIntegrations, type StoredIntegration } from '../db/partner-integrations.ts';

/** A page of all integrations, newest first. */
export function listIntegrations(
  { limit, cursor, ...days }: CreatedDays & CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredIntegration>> {
  return pageOfIntegrations(table, days, { limit, after: cursor });
}
