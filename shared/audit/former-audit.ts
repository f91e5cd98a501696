import { formerKeys } from '../kernel/db/former-keys.ts';
import { readPage } from '../kernel/db/page.ts';
import { parseStored } from '../kernel/db/stored.ts';
import { getItems, type Table } from '../kernel/db/table.ts';
import { transact, type Write } from '../kernel/db/transact.ts';
import { auditItems, auditWrites, StoredEntry, wholeTrail } from './audit-items.ts';

/**
 * Puts the entries of version 0.1.0 on the lists of filters, newest first. Each entry is filed in one
 * transaction, which also removes the copy that version 0.1.0 made for its person. Filed ones are left alone,
 * so that it can be stopped and begun again. Returns how many were filed.
 */
export async function fileFormerEntries(table: Table): Promise<number> {
  let count = 0;
  let after: string | undefined;
  do {
    const page = await readPage(table, { value: wholeTrail, index: 'gsi1' }, { limit: 100, after });
    const entries = page.items.map((item) => parseStored(StoredEntry, item));
    const known = await getItems(
      table,
      entries.map((entry) => auditItems(entry).auditByAction),
    );
    for (const [index, entry] of entries.entries()) {
      if (known[index] !== undefined) continue;
      const { audit: _, ...writes } = auditWrites(entry);
      const formerCopy: Write = { remove: { Key: formerKeys.auditCopy(entry.id) } };
      const outcome = await transact(table, { ...writes, formerCopy });
      // Refused: it was filed meanwhile.
      if (outcome.kind === 'written') count += 1;
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
  return count;
}
