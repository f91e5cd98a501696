import type { Table } from '../../kernel/db/table.ts';
import { readAudit } from '../db/audit-trail.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';

/** Entries of the trail from an instant to another one, both included, newest first. */
export async function* trailOf(table: Table, from: string, to: string): AsyncGenerator<AuditEntry> {
  // Behind every entry of the last instant: ids begin with a hexadecimal digit.
  let after: string | undefined = `${to}#~`;
  while (after !== undefined) {
    const page: Awaited<ReturnType<typeof readAudit>> = await readAudit(
      table,
      {},
      { limit: 100, after },
    );
    for (const entry of page.items) {
      if (entry.at < from) return;
      yield entry;
    }
    after = page.next ?? undefined;
  }
}
