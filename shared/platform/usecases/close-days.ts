import type { Log } from '../../kernel/aws/log.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import type { EvidenceSigner, EvidenceStore, StoredObject } from '../aws/evidence-store.ts';
import { auditItems, StoredEntry } from '../db/audit-items.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';
import {
  type Day,
  dayAfter,
  daysBetween,
  type EvidenceRecord,
  isTampered,
  lastClosedDay,
} from '../domain/record.ts';
import { digestOfEntry, isGenuine, packetFolder, recordsOf, sha256 } from './read-copies.ts';
import { chainFolder, sealBytes, sealedDay, sealKey, signedBytes, summary } from './seal-of-day.ts';

export interface ClosingDeps {
  readonly log: Log;
  readonly table: Table;
  readonly store: EvidenceStore;
  readonly signer: EvidenceSigner;
  now(): Date;
}

/**
 * Signs every finished unsigned day, in order. Each signed day contains the SHA-256 of the previous one. The first day
 * is the first one with copies. Two simultaneous runs write the same key: one wins, and the other continues from there.
 * Entries whose copies differ from the table are logged, and the day is still signed. Returns the signed days. Throws
 * if a packet does not match the SHA-256 in its name; that day and later ones are then not signed.
 */
export async function closeDays(deps: ClosingDeps): Promise<readonly Day[]> {
  const { log, store, signer, now } = deps;
  const last = lastClosedDay(now());
  const chain = await store.list(chainFolder);
  const newest = chain.at(-1);
  const first = newest === undefined ? await firstDay(store) : dayAfter(sealedDay(newest.key));
  if (first === undefined) return [];
  let previous = newest === undefined ? null : await digestOf(store, newest);
  const closed: Day[] = [];
  for (const day of daysBetween(first, last)) {
    const { names, records, differing } = await packetsOf(deps, day);
    const statement = {
      day,
      ...summary(names, records),
      previous,
      signedAt: now().toISOString(),
    };
    const seal = sealBytes({
      statement,
      names: [...names],
      publicKey: await signer.publicKey(),
      signature: await signer.sign(signedBytes(statement)),
    });
    if ((await store.put(sealKey(day), seal)) === 'written') closed.push(day);
    const [stored] = await store.list(sealKey(day));
    if (stored === undefined) throw new Error('what was signed is not there');
    previous = await digestOf(store, stored);
    log.info('a day was signed', { day, packets: names.length, records, differing });
  }
  return closed;
}

async function firstDay(store: EvidenceStore): Promise<Day | undefined> {
  const [first] = await store.list('copies/');
  return first?.key.split('/')[1];
}

async function digestOf(store: EvidenceStore, { key, versionId }: StoredObject): Promise<string> {
  const content = await store.read(key, versionId);
  if (content === undefined) throw new Error(`${key} has no content`);
  return sha256(content);
}

async function packetsOf(deps: ClosingDeps, day: Day) {
  const { store } = deps;
  const names: string[] = [];
  let records = 0;
  let differing = 0;
  for (const { key, versionId } of await store.list(packetFolder(day))) {
    const content = versionId === undefined ? undefined : await store.read(key, versionId);
    if (content === undefined || !isGenuine(key, content)) {
      throw new Error(`${key} was changed after it was written`);
    }
    names.push(key.slice(packetFolder(day).length));
    const lines = recordsOf(content);
    records += lines.length;
    differing += await compareWithTable(lines, deps);
  }
  return { names, records, differing };
}

/** The maximum number of keys in a BatchGetItem. */
const together = 100;

/**
 * Compares the entries of a packet with the table: someone with direct access may have removed or changed one. Each
 * difference, and each record that is not an entry, is logged. Returns the number of differences. Reads each entry of a
 * day once, in its own partition, at half the cost of one of its lists.
 */
async function compareWithTable(
  records: readonly EvidenceRecord[],
  { table, log }: { readonly table: Table; readonly log: Log },
): Promise<number> {
  const copied = records.flatMap((record) => (record.kind === 'entry' ? [record.entry] : []));
  // A BatchGetItem refuses duplicate keys.
  const entries = new Map<string, AuditEntry>();
  let differing = 0;
  for (const each of copied) {
    const { success, data: entry } = StoredEntry.safeParse(each);
    if (success) {
      entries.set(entry.id, entry);
      continue;
    }
    // The service never writes such a record. If it stopped the signing, no later day could ever be signed.
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
