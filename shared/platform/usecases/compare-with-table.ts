import type { Log } from '../../kernel/aws/log.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { auditItems, StoredEntry } from '../db/audit-items.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';
import type { EvidenceRecord } from '../domain/record.ts';
import { isTampered } from '../domain/tampered.ts';
import { digestOfEntry } from './packet.ts';

/** As many as a BatchGetItem takes. */
const together = 100;

/**
 * Holds the entries of a packet against the table: somebody with rights of their own may have removed or changed one there. Each is a
 * line in the log, as is what is no entry at all. Answers how many differ.
 *
 * It reads each entry of a day once, where the entry lies: half of what it cost to write one of its lists.
 */
export async function compareWithTable(
  records: readonly EvidenceRecord[],
  { table, log }: { readonly table: Table; readonly log: Log },
): Promise<number> {
  const copied = records.flatMap((record) => (record.kind === 'entry' ? [record.entry] : []));
  // A BatchGetItem refuses a key that it is given twice.
  const entries = new Map<string, AuditEntry>();
  let differing = 0;
  for (const each of copied) {
    const { success, data: entry } = StoredEntry.safeParse(each);
    if (success) {
      entries.set(entry.id, entry);
      continue;
    }
    // The service writes none such; and if a day waited for it, neither that day nor a later one would ever be signed.
    differing += 1;
    log.error(isTampered, { entryId: String(each['id']), missing: false });
  }
  const all = [...entries.values()];
  for (let first = 0; first < all.length; first += together) {
    const some = all.slice(first, first + together);
    const items = await getItems(
      table,
      some.map((entry) => {
        const { pk, sk } = auditItems(entry).audit;
        return { pk, sk };
      }),
    );
    for (const [place, entry] of some.entries()) {
      const item = items[place];
      if (item !== undefined && digestOfEntry(item) === digestOfEntry(entry)) continue;
      differing += 1;
      log.error(isTampered, { entryId: entry.id, missing: item === undefined });
    }
  }
  return differing;
}
