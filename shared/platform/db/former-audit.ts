import { formerKeys } from '../../kernel/db/former-keys.ts';
import type { Migration } from '../../kernel/db/migration.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import { getItems } from '../../kernel/db/table.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import { auditItems, auditWrites, StoredEntry, wholeTrail } from './audit-items.ts';

/**
 * Puts the entries of version 0.1.0 on the lists of filters, newest first: readers go by the oldest. Each entry is filed in
 * one transaction, which also removes the copy that version 0.1.0 made for its person.
 */
export const formerEntries: Migration = {
  name: 'former-audit',
  code: 1,
  about: 'puts entries of the audit trail of version 0.1.0 on the lists of filters',
  segments: [[{ list: { value: wholeTrail, index: 'gsi1' } }]],
  async look(items, table) {
    const entries = items.map((item) => parseStored(StoredEntry, item));
    const known = await getItems(
      table,
      entries.map((entry) => auditItems(entry).auditByAction),
    );
    return entries.map((entry, index) => {
      if (known[index] !== undefined) return null;
      return {
        sample: entry.id,
        carryOut: async () => {
          const { audit: _, ...writes } = auditWrites(entry);
          const formerCopy: Write = { remove: { Key: formerKeys.auditCopy(entry.id) } };
          const outcome = await transact(table, { ...writes, formerCopy });
          // Refused: it was filed meanwhile.
          return outcome.kind === 'written' ? 'changed' : 'again';
        },
      };
    });
  },
};
