import type { EvidenceStore, KeptObject } from '../aws/evidence-store.ts';
import { StoredEntry } from '../db/audit-items.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';
import type { Day } from '../domain/day.ts';
import { type Fact, newerFact } from '../domain/fact.ts';
import type { EvidenceFinding } from './evidence-finding.ts';
import { digestOfEntry, isGenuine, packetFolder, recordsOf } from './packet.ts';

export interface Copies {
  readonly entries: ReadonlyMap<string, { readonly entry: AuditEntry; readonly digest: string }>;
  /** The newest fact of each item, by its key. */
  readonly facts: ReadonlyMap<string, Fact>;
  readonly findings: readonly EvidenceFinding[];
}

/** Packets that are read at a time. */
const together = 16;

/** What was copied on some days: of versions that lie over one another always the first. */
export async function readCopies(store: EvidenceStore, days: readonly Day[]): Promise<Copies> {
  const entries = new Map<string, { entry: AuditEntry; digest: string }>();
  const facts = new Map<string, Fact>();
  const findings: EvidenceFinding[] = [];
  for (const day of days) {
    const found = (what: string, wrong: string, at: string = day) =>
      findings.push({ at, what, wrong });
    for await (const { object, content } of packetsOf(store, day)) {
      const { key, overwritten, hidden } = object;
      if (overwritten > 0) found(key, 'somebody wrote over it; its first version was read');
      if (hidden) found(key, 'somebody deleted it; its first version was read');
      if (content === undefined || !isGenuine(key, content)) {
        found(key, 'is not what it was named after, and was not read');
        continue;
      }
      for (const record of recordsOf(content)) {
        if (record.kind === 'tampering') {
          const id = String(record.entry['id']);
          found(id, 'was changed in the table past the service', String(record.entry['at']));
        } else if (record.kind === 'unread') {
          found(key, 'holds a change that nobody could read');
        } else if (record.kind === 'fact') {
          const name = `${record.pk}\n${record.sk}`;
          const known = facts.get(name);
          facts.set(name, known === undefined ? record : newerFact(known, record));
        } else {
          const { success, data: entry } = StoredEntry.safeParse(record.entry);
          if (!success) {
            found(String(record.entry['id']), 'is no entry: it was written past the service');
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
): AsyncGenerator<{ readonly object: KeptObject; readonly content: Uint8Array | undefined }> {
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
