import { createHash } from 'node:crypto';
import type { EvidenceStore } from '../aws/evidence-store.ts';
import { type Day, dayAfter, lastClosedDay } from '../domain/day.ts';
import type { EvidenceFinding } from './evidence-finding.ts';
import { packetFolder, sha256 } from './packet.ts';
import {
  chainFolder,
  type DaySeal,
  isSigned,
  parseSeal,
  sealedDay,
  sealKey,
  summary,
} from './seal-of-day.ts';

export interface VerifiedChain {
  readonly days: number;
  readonly signedThrough: Day | null;
  /** SHA-256 of the newest day's object: who keeps it elsewhere holds all days before it. */
  readonly head: string | null;
  /** SHA-256 of the public key that signed. */
  readonly key: string | null;
  readonly seals: ReadonlyMap<Day, DaySeal>;
  readonly findings: readonly EvidenceFinding[];
}

/** How long after its end a day may be unsigned, in milliseconds: the function runs every hour, and may fail once. */
const patience = 7_200_000;

/**
 * Walks through the whole chain: each day is signed with the one key, names the day before, and its packets are those that lie there.
 */
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
    if (overwritten > 0) found(day, name, 'somebody wrote over it; its first version was read');
    if (hidden) found(day, name, 'somebody deleted it; its first version was read');
    const content = versionId === undefined ? undefined : await store.read(name, versionId);
    const seal = content === undefined ? null : parseSeal(content);
    if (content === undefined || seal === null || seal.statement.day !== day) {
      found(day, name, 'is no signed day');
      previous = content === undefined ? null : sha256(content);
      continue;
    }
    key ??= seal.publicKey;
    if (!isSigned(seal)) found(day, name, 'has a signature that is not its own');
    else if (seal.publicKey !== key) found(day, name, 'is signed with another key');
    if (seal.statement.previous !== previous) {
      found(day, name, 'does not name the day before as it is');
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
      : [{ what: sealKey(statement.day), wrong: 'lists other packets than were signed' }]),
    ...names
      .filter((name) => !there.includes(name))
      .map((name) => ({ what: folder + name, wrong: 'was signed, and is gone' })),
    ...there
      .filter((name) => !names.includes(name))
      .map((name) => ({ what: folder + name, wrong: 'was laid there after the day was signed' })),
  ];
}

function keyDigest(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');
}
