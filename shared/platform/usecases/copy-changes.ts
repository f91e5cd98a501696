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

/** A change of the table, or its raw text if it could not be read. */
export type ReadChange = Change | { readonly raw: string };

/**
 * Copies a batch of changes in one packet. The same batch makes the same packet, which is written once a day, so a
 * copier that crashed before it could report leaves no duplicates. A batch that is repeated with other bounds, or after
 * midnight, leaves duplicate lines, which readers recognize by their ids.
 *
 * Throws if the store refuses the packet, so that the batch is delivered again.
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
  /** The first day that the copier copied. Null if it has copied nothing yet; then nothing was done. */
  readonly since: Day | null;
  /** Earlier entries in the table, and how many of them were (or must be) copied. */
  readonly inTable: number;
  readonly copied: number;
}

/** Entries in a packet. */
const together = 500;

/**
 * Copies the entries of the trail that are older than the copier. It adds no entries of the copier's first day or
 * later, so that entries missing from those copies can still be detected.
 *
 * Entries that are already copied are skipped, so it can be interrupted and repeated. Without `carryOut` nothing is
 * written.
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
