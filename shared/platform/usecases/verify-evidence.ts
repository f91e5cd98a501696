import { getItem, type Table } from '../../kernel/db/table.ts';
import type { EvidenceStore } from '../aws/evidence-store.ts';
import { auditItems } from '../db/audit-items.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';
import { type Day, dayAfter, daysBetween } from '../domain/day.ts';
import type { EvidenceFinding } from './evidence-finding.ts';
import { digestOfEntry } from './packet.ts';
import { readCopies } from './read-copies.ts';
import { trailOf } from './trail-of.ts';
import { type VerifiedChain, verifyChain } from './verify-chain.ts';

export interface EvidenceVerification {
  readonly from: string;
  readonly to: string;
  /** Entries of the time in the table, and in the copies. */
  readonly inTable: number;
  readonly inCopies: number;
  readonly chain: Omit<VerifiedChain, 'findings' | 'seals'>;
  /** The first is the one that happened first. */
  readonly findings: readonly EvidenceFinding[];
}

/** Younger entries may not be copied yet. */
const underWayMilliseconds = 120_000;

/** So many days later entries are copied as a rule; where some are missing, later days are read, too. */
const usualDays = 2;

/**
 * Holds the audit trail against its copies, the copies against the chain, and the chain against its signatures, from an instant to
 * another one. Entries that come meanwhile don't disturb it: what is younger than two minutes is left aside.
 *
 * `publicKey` (base64, SPKI) is what somebody outside has kept; without it the first key of the chain is taken at its word.
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
  // First the table: what it has was there before the copies are read.
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
      findings.push({ at, what: id, wrong: 'is another in the table than in the copy' });
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

/** Copies that can be of a time; of all later days, too, while one of `wanted` is not among them. */
async function copiesOf(store: EvidenceStore, from: string, to: string, wanted: Iterable<string>) {
  const first: Day = from.slice(0, 10);
  const last = dayAfter(to.slice(0, 10), usualDays);
  const copies = await readCopies(store, daysBetween(first, last));
  if (Array.from(wanted).every((id) => copies.entries.has(id))) return copies;
  const later = (await store.list('copies/'))
    .map(({ key }) => key.split('/')[1] ?? '')
    .filter((day) => day > last);
  return readCopies(store, [...daysBetween(first, last), ...new Set(later)]);
}

/** The entry where it lies in the table itself: strongly consistent, and in no index. */
async function digestInTable(table: Table, entry: AuditEntry): Promise<string | undefined> {
  const { pk, sk } = auditItems(entry).audit;
  const item = await getItem(table, { pk, sk });
  return item && digestOfEntry(item);
}
