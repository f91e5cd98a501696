import type { Log } from '../../kernel/aws/log.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { EvidenceStore } from '../aws/evidence-store.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';
import type { Change } from '../domain/fact.ts';
import {
  type Day,
  dayOf,
  type EvidenceRecord,
  entryOf,
  isTampered,
  recordOf,
} from '../domain/record.ts';
import { trailOf } from './audit.ts';
import { packetOf, readCopies } from './read-copies.ts';

export interface CopyDeps {
  readonly log: Log;
  readonly store: EvidenceStore;
  now(): Date;
}

/** A change of the table, or what could not be read as one. */
export type ReadChange = Change | { readonly raw: string };

/**
 * Copies what a batch of changes leaves, in one packet. The same batch makes the same packet, which is written once a day, so a
 * copier that died before it could report leaves no duplicates. A batch that comes again with other bounds, or after midnight,
 * leaves lines twice; readers recognize them by their ids.
 *
 * Throws if the store refuses the packet, so that the batch comes again.
 */
export async function copyChanges(changes: readonly ReadChange[], deps: CopyDeps): Promise<number> {
  const records = changes.flatMap((change): readonly EvidenceRecord[] => {
    if ('raw' in change) {
      deps.log.error('a table change could not be read, and was stored unparsed', {});
      return [{ kind: 'unread', raw: change.raw }];
    }
    const record = recordOf(change);
    if (record?.kind === 'tampering')
      deps.log.error(isTampered, {
        entryId: String(record.entry['id']),
      });
    return record === undefined ? [] : [record];
  });
  if (records.length === 0) return 0;
  const { key, content } = packetOf(records, dayOf(deps.now()));
  await deps.store.put(key, content);
  return records.length;
}

interface CopiedFormer {
  /** The day from which on the copier copies; null: it has copied nothing yet, and nothing was done. */
  readonly since: Day | null;
  /** Entries of before in the table, and of them those that were (or must be) copied. */
  readonly inTable: number;
  readonly copied: number;
}

/** Entries in a packet. */
const together = 500;

/**
 * Copies the entries of the trail that are older than the copier. What came on its first day or later it has copied itself: of that
 * nothing is added, so that an entry which is missing there is still found missing.
 *
 * Entries that are copied already are left out: it can be broken off, and begun again. Without `carryOut` nothing is written.
 */
export async function copyFormerEntries(
  { carryOut }: { readonly carryOut: boolean },
  { table, store, now }: { readonly table: Table; readonly store: EvidenceStore; now(): Date },
): Promise<CopiedFormer> {
  const days = [
    ...new Set((await store.list('copies/')).map(({ key }) => key.split('/')[1] ?? '')),
  ].toSorted();
  const [since] = days;
  if (since === undefined) return { since: null, inTable: 0, copied: 0 };
  const { entries } = await readCopies(store, days);
  const last = new Date(Date.parse(`${since}T00:00:00.000Z`) - 1).toISOString();
  let inTable = 0;
  let copied = 0;
  let waiting: AuditEntry[] = [];
  const write = async () => {
    const records = waiting.map(
      (entry) => ({ kind: 'entry', entry: entryOf({ ...entry }) }) as const,
    );
    const { key, content } = packetOf(records, dayOf(now()));
    if (carryOut) await store.put(key, content);
    copied += waiting.length;
    waiting = [];
  };
  for await (const entry of trailOf(table, '', last)) {
    inTable += 1;
    if (entries.has(entry.id)) continue;
    waiting.push(entry);
    if (waiting.length === together) await write();
  }
  if (waiting.length > 0) await write();
  return { since, inTable, copied };
}
