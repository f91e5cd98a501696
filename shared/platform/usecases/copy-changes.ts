import type { Log } from '../../kernel/aws/log.ts';
import type { EvidenceStore } from '../aws/evidence-store.ts';
import { dayOf } from '../domain/day.ts';
import type { Change } from '../domain/fact.ts';
import { type EvidenceRecord, recordOf } from '../domain/record.ts';
import { isTampered } from '../domain/tampered.ts';
import { packetOf } from './packet.ts';

export interface CopyDeps {
  readonly log: Log;
  readonly store: EvidenceStore;
  now(): Date;
}

/** A change of the table, or what could not be read as one. */
export type ReadChange = Change | { readonly raw: string };

/**
 * Copies what a batch of changes leaves, in one packet. The same batch makes the same packet, which is written once a day: a copier
 * that died before it could say so leaves nothing twice. Of a batch that comes again in other bounds, or after midnight, lines are
 * there twice, which readers know by their ids.
 *
 * Throws when the store does not take it: the batch has to come again.
 */
export async function copyChanges(changes: readonly ReadChange[], deps: CopyDeps): Promise<number> {
  const records = changes.flatMap((change): readonly EvidenceRecord[] => {
    if ('raw' in change) {
      deps.log.error('a change of the table could not be read, and is kept as it came', {});
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
