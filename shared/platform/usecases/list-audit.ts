import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { readActReasons } from '../db/act-reasons.ts';
import type { AuditFilter } from '../db/audit-items.ts';
import { readAudit } from '../db/audit-trail.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';

/** An entry, and what whoever did it said why: null where nothing was said, or it was erased. */
export type ReadEntry = AuditEntry & { readonly reason: string | null };

/** A page of the audit trail that matches, newest first. */
export async function listAudit(
  {
    limit,
    cursor,
    ...filter
  }: AuditFilter & {
    readonly limit: number;
    readonly cursor?: string | undefined;
  },
  { table }: { readonly table: Table },
): Promise<Page<ReadEntry>> {
  const { items, next } = await readAudit(table, filter, { limit, after: cursor });
  const reasons = await readActReasons(table, items);
  return { next, items: items.map((entry, at) => ({ ...entry, reason: reasons[at] ?? null })) };
}
