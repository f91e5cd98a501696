import { createHash } from 'node:crypto';
import { getItem, type Table } from '../../kernel/db/table.ts';
import type { EvidenceStore } from '../aws/evidence-store.ts';
import { auditItems } from '../db/audit-items.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';
import { type Day, dayAfter, daysBetween, lastClosedDay } from '../domain/record.ts';
import { trailOf } from './audit.ts';
import {
  digestOfEntry,
  type EvidenceFinding,
  packetFolder,
  readCopies,
  sha256,
} from './read-copies.ts';
import {
  chainFolder,
  type DaySeal,
  isSigned,
  parseSeal,
  sealedDay,
  sealKey,
  summary,
} from './seal-of-day.ts';

interface EvidenceVerification {
  readonly from: string;
  readonly to: string;
  /** Entries of the time range in the table and in the copies. */
  readonly inTable: number;
  readonly inCopies: number;
  readonly chain: Omit<VerifiedChain, 'findings' | 'seals'>;
  /** Oldest first. */
  readonly findings: readonly EvidenceFinding[];
}

/** In milliseconds. Newer entries may not be copied yet. */
const underWayMilliseconds = 120_000;

/** Entries are usually copied within this many days. If some are missing, later days are read as well. */
const usualDays = 2;

/**
 * Compares the audit trail with its copies, the copies with the chain, and the chain with its signatures, between two
 * instants. Entries younger than two minutes are ignored, so new entries do not disturb it.
 *
 * `publicKey` (base64, SPKI) is a key that someone outside has kept. Without it, the first key of the chain is trusted.
 */
export async function verifyEvidence(
  request: { readonly from: Date; readonly to: Date; readonly publicKey?: string | undefined },
  deps: { readonly table: Table; readonly store: EvidenceStore; now(): Date },
): Promise<EvidenceVerification> {
  const { table, store, now } = deps;
  const newest = new Date(now().getTime() - underWayMilliseconds);
  const from = request.from.toISOString();
  const to = (request.to < newest ? request.to : newest).toISOString();
  const chain = await verifyChain({ store, now: now(), publicKey: request.publicKey });
  // Read the table first: its entries existed before the copies are read.
  const found = new Map<string, { readonly at: string; readonly digest: string }>();
  for await (const entry of trailOf(table, from, to)) {
    found.set(entry.id, { at: entry.at, digest: digestOfEntry(entry) });
  }
  const copies = await copiesOf(store, from, to, found.keys());
  const findings: EvidenceFinding[] = [...chain.findings, ...copies.findings];
  const isOf = (at: string) => at >= from && at <= to;
  for (const [id, { entry, digest }] of copies.entries) {
    if (!isOf(entry.at)) continue;
    const there = found.get(id)?.digest ?? (await digestInTable(table, entry));
    const { at } = entry;
    if (there === undefined) findings.push({ at, what: id, wrong: 'is missing in the table' });
    else if (there !== digest) {
      findings.push({ at, what: id, wrong: 'differs between the table and the copy' });
    }
  }
  for (const [id, { at }] of found) {
    if (!copies.entries.has(id)) findings.push({ at, what: id, wrong: 'is missing in the copies' });
  }
  const { findings: _, seals: __, ...summary } = chain;
  return {
    from,
    to,
    inTable: found.size,
    inCopies: [...copies.entries.values()].filter(({ entry }) => isOf(entry.at)).length,
    chain: summary,
    findings: findings.toSorted((one, other) => (one.at < other.at ? -1 : 1)),
  };
}

/** Copies that may belong to a time range. Later days are also read while an entry of `requested` is missing. */
async function copiesOf(
  store: EvidenceStore,
  from: string,
  to: string,
  requested: Iterable<string>,
) {
  const first: Day = from.slice(0, 10);
  const last = dayAfter(to.slice(0, 10), usualDays);
  const copies = await readCopies(store, daysBetween(first, last));
  if (Array.from(requested).every((id) => copies.entries.has(id))) return copies;
  const later = (await store.list('copies/'))
    .map(({ key }) => key.split('/')[1] ?? '')
    .filter((day) => day > last);
  return readCopies(store, [...daysBetween(first, last), ...new Set(later)]);
}

/** The entry in the table itself: strongly consistent, not from an index. */
async function digestInTable(table: Table, entry: AuditEntry): Promise<string | undefined> {
  const { pk, sk } = auditItems(entry).audit;
  const item = await getItem(table, { pk, sk });
  return item && digestOfEntry(item);
}

interface VerifiedChain {
  readonly days: number;
  readonly signedThrough: Day | null;
  /** SHA-256 of the newest day's object. Keeping it elsewhere protects all earlier days. */
  readonly head: string | null;
  /** SHA-256 of the public key that signed. */
  readonly key: string | null;
  readonly seals: ReadonlyMap<Day, DaySeal>;
  readonly findings: readonly EvidenceFinding[];
}

/** How long after its end a day may be unsigned, in milliseconds: the function runs every hour and may fail once. */
const patience = 7_200_000;

/** Checks the whole chain: each day is signed with the same key, refers to the previous day, and its packets exist. */
export async function verifyChain({
  store,
  now,
  publicKey,
}: {
  readonly store: EvidenceStore;
  readonly now: Date;
  readonly publicKey?: string | undefined;
}): Promise<VerifiedChain> {
  const findings: EvidenceFinding[] = [];
  const found = (at: Day, what: string, wrong: string) => findings.push({ at, what, wrong });
  const seals = new Map<Day, DaySeal>();
  let previous: string | null = null;
  let expected: Day | undefined;
  let key = publicKey;
  for (const { key: name, versionId, overwritten, hidden } of await store.list(chainFolder)) {
    const day = sealedDay(name);
    for (; expected !== undefined && expected < day; expected = dayAfter(expected)) {
      found(expected, sealKey(expected), 'is missing in the chain');
    }
    expected = dayAfter(day);
    if (overwritten > 0) found(day, name, 'it was overwritten; its first version was read');
    if (hidden) found(day, name, 'it was deleted; its first version was read');
    const content = versionId === undefined ? undefined : await store.read(name, versionId);
    const seal = content === undefined ? null : parseSeal(content);
    if (content === undefined || seal === null || seal.statement.day !== day) {
      found(day, name, 'is no signed day');
      previous = content === undefined ? null : sha256(content);
      continue;
    }
    key ??= seal.publicKey;
    if (!isSigned(seal)) found(day, name, 'has an invalid signature');
    else if (seal.publicKey !== key) found(day, name, 'is signed with another key');
    if (seal.statement.previous !== previous) {
      found(day, name, 'does not match the day before');
    }
    previous = sha256(content);
    seals.set(day, seal);
    for (const wrong of await packetsWrong(store, seal)) found(day, wrong.what, wrong.wrong);
  }
  const [firstPacket] = seals.size > 0 ? [] : await store.list('copies/');
  const due = lastClosedDay(new Date(now.getTime() - patience));
  const next = expected ?? firstPacket?.key.split('/')[1];
  if (next !== undefined && next <= due) found(next, sealKey(next), 'is not signed yet');
  return {
    days: seals.size,
    signedThrough: [...seals.keys()].at(-1) ?? null,
    head: previous,
    key: key === undefined ? null : keyDigest(key),
    seals,
    findings,
  };
}

async function packetsWrong(store: EvidenceStore, { statement, names }: DaySeal) {
  const folder = packetFolder(statement.day);
  const there = (await store.list(folder)).map(({ key }) => key.slice(folder.length));
  const { root, packets } = summary(names, statement.records);
  return [
    ...(root === statement.root && packets === statement.packets
      ? []
      : [
          {
            what: sealKey(statement.day),
            wrong: 'lists packets that differ from those that were signed',
          },
        ]),
    ...names
      .filter((name) => !there.includes(name))
      .map((name) => ({ what: folder + name, wrong: 'was signed, and is gone' })),
    ...there
      .filter((name) => !names.includes(name))
      .map((name) => ({ what: folder + name, wrong: 'was added after the day was signed' })),
  ];
}

function keyDigest(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');
}
