import { createHash } from 'node:crypto';
import { canonicalJson } from '../../kernel/domain/canonical-json.ts';
import type { Day } from '../domain/day.ts';
import { type EvidenceRecord, entryOf } from '../domain/record.ts';

/** Where packets of a day lie; the day is the one on which they were copied. */
export function packetFolder(day: Day): string {
  return `copies/${day}/`;
}

/** What is written at once: a record a line. Its name is the SHA-256 of its bytes, so the same packet is written once. */
export function packetOf(records: readonly EvidenceRecord[], day: Day) {
  const content = Buffer.from(records.map((record) => `${canonicalJson(record)}\n`).join(''));
  return { key: `${packetFolder(day)}${sha256(content)}.jsonl`, content };
}

/** The records of a packet. Throws where it is none. */
export function recordsOf(content: Uint8Array): readonly EvidenceRecord[] {
  const lines = Buffer.from(content).toString().split('\n').slice(0, -1);
  // What has the digest of its name was written by `packetOf`.
  return lines.map((line) => JSON.parse(line) as EvidenceRecord);
}

/** Whether a packet still has the bytes that it was named after. */
export function isGenuine(key: string, content: Uint8Array): boolean {
  return key.endsWith(`/${sha256(content)}.jsonl`);
}

/** In hexadecimal. */
export function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The SHA-256 of an entry as it is copied: the same wherever it is read, with or without its keys in the table. */
export function digestOfEntry(entry: object): string {
  return sha256(Buffer.from(canonicalJson(entryOf({ ...entry }))));
}
