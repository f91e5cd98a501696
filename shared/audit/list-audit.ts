import type { Page } from '../kernel/db/page.ts';
import type { Table } from '../kernel/db/table.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { AuditFilter } from './audit-items.ts';
import { readAudit } from './audit-trail.ts';

/** A page of the audit trail that matches, newest first. */
export function listAudit(
  {
    limit,
    cursor,
    ...filter
  }: AuditFilter & {
    readonly limit: number;
    readonly cursor?: string | undefined;
  },
  { table }: { readonly table: Table },
): Promise<Page<AuditEntry>> {
  return readAudit(table, filter, { limit, after: cursor });
}
