import { createHash } from 'node:crypto';
import { canonicalJson } from '../../kernel/domain/same-value.ts';
import type { EvidenceStore, StoredObject } from '../aws/evidence-store.ts';
import { StoredEntry } from '../db/audit-items.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';
import { type Fact, newerFact } from '../domain/fact.ts';
import { type Day, type EvidenceRecord, entryOf } from '../domain/record.ts';

interface Copies {
  readonly entries: ReadonlyMap<string, { readonly entry: AuditEntry; readonly digest: string }>;
  /** The newest fact of each item, by the item's key. */
  readonly facts: ReadonlyMap<string, Fact>;
  readonly findings: readonly EvidenceFinding[];
}

/** How many packets are read in parallel. */
const together = 16;

/** The copies of some days. If an object was overwritten, its first version. */
export async function readCopies(store: EvidenceStore, days: readonly Day[]): Promise<Copies> {
  const entries = new Map<string, { entry: AuditEntry; digest: string }>();
  const facts = new Map<string, Fact>();
  const findings: EvidenceFinding[] = [];
  for (const day of days) {
    const found = (what: string, wrong: string, at: string = day) =>
      findings.push({ at, what, wrong });
    for await (const { object, content } of packetsOf(store, day)) {
      const { key, overwritten, hidden } = object;
      if (overwritten > 0) found(key, 'it was overwritten; its first version was read');
      if (hidden) found(key, 'it was deleted; its first version was read');
      if (content === undefined || !isGenuine(key, content)) {
        found(key, 'does not match its name, and was not read');
        continue;
      }
      for (const record of recordsOf(content)) {
        if (record.kind === 'tampering') {
          const id = String(record.entry['id']);
          found(id, 'was changed in the table outside the service', String(record.entry['at']));
        } else if (record.kind === 'unread') {
          found(key, 'contains a change that could not be read');
        } else if (record.kind === 'fact') {
          const name = `${record.pk}\n${record.sk}`;
          const known = facts.get(name);
          facts.set(name, known === undefined ? record : newerFact(known, record));
        } else {
          const { success, data: entry } = StoredEntry.safeParse(record.entry);
          if (!success) {
            found(
              String(record.entry['id']),
              'is not an audit entry: it was written outside the service',
            );
            continue;
          }
          const digest = digestOfEntry(entry);
          const known = entries.get(entry.id);
          if (known !== undefined && known.digest !== digest) {
            found(entry.id, 'was copied twice, and differently', entry.at);
          }
          if (known === undefined) entries.set(entry.id, { entry, digest });
        }
      }
    }
  }
  return { entries, facts, findings };
}

async function* packetsOf(
  store: EvidenceStore,
  day: Day,
): AsyncGenerator<{ readonly object: StoredObject; readonly content: Uint8Array | undefined }> {
  const objects = await store.list(packetFolder(day));
  for (let start = 0; start < objects.length; start += together) {
    yield* await Promise.all(
      objects.slice(start, start + together).map(async (object) => ({
        object,
        content:
          object.versionId === undefined
            ? undefined
            : await store.read(object.key, object.versionId),
      })),
    );
  }
}

/** The folder of a day's packets; the day is when they were copied. */
export function packetFolder(day: Day): string {
  return `copies/${day}/`;
}

/**
 * Records that are written together, one per line. The packet's name is the SHA-256 of its bytes, so the same packet is
 * written only once.
 */
export function packetOf(records: readonly EvidenceRecord[], day: Day) {
  const content = Buffer.from(records.map((record) => `${canonicalJson(record)}\n`).join(''));
  return { key: `${packetFolder(day)}${sha256(content)}.jsonl`, content };
}

/** The records of a packet. Throws if it is not valid. */
export function recordsOf(content: Uint8Array): readonly EvidenceRecord[] {
  const lines = Buffer.from(content).toString().split('\n').slice(0, -1);
  // A packet whose digest matches its name was written by `packetOf`.
  return lines.map((line) => JSON.parse(line) as EvidenceRecord);
}

/** Whether the packet's bytes still match its name. */
export function isGenuine(key: string, content: Uint8Array): boolean {
  return key.endsWith(`/${sha256(content)}.jsonl`);
}

/** In hexadecimal. */
export function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The SHA-256 of an entry as it is copied. It does not depend on the keys that the entry has in the table. */
export function digestOfEntry(entry: object): string {
  return sha256(Buffer.from(canonicalJson(entryOf({ ...entry }))));
}

/** A difference from what was written. */
export interface EvidenceFinding {
  /** The instant of the entry, or the day of the copy. */
  readonly at: string;
  /** The entry's id, or the object's key. */
  readonly what: string;
  readonly wrong: string;
}
