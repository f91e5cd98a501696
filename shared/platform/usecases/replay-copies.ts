import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { create, transact, type Write } from '../../kernel/db/transact.ts';
import type { EvidenceStore } from '../aws/evidence-store.ts';
import { auditItems } from '../db/audit-items.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';
import type { Fact, FactKind, Image } from '../domain/fact.ts';
import { type Day, dayOf, daysBetween } from '../domain/record.ts';
import { earlier, type ItemReplay, replayOf } from '../domain/replay.ts';
import { readCopies } from './read-copies.ts';

/** A payment that the restored table does not show as settled: the restore lost it. */
interface UnsettledPayment {
  readonly paymentKey: string;
  readonly invoiceId: string;
}

export interface ReplayReport {
  readonly carriedOut: boolean;
  /** Entries of the trail that were missing. */
  readonly lostEntries: readonly AuditEntry[];
  /** By kind of item: how many were already known, are (or should be) written, and are lost. */
  readonly facts: Readonly<Record<string, { known: number; replayed: number; lost: number }>>;
  readonly unsettledPayments: readonly UnsettledPayment[];
  /** Copies that differ from what was written. They were not replayed. */
  readonly findings: readonly {
    readonly at: string;
    readonly what: string;
    readonly wrong: string;
  }[];
}

/** How often a fact is decided again if another write interferes. */
const attempts = 5;

/**
 * Writes what a restored table has lost since a day: revocations, uses, claims, ends, and their audit entries. The
 * service may run in the meantime, because each write depends on what was read. A second run changes nothing. Without
 * `carryOut` nothing is written.
 */
export async function replayCopies(
  { since, carryOut }: { readonly since: Day; readonly carryOut: boolean },
  { table, store, now }: { readonly table: Table; readonly store: EvidenceStore; now(): Date },
): Promise<ReplayReport> {
  const copies = await readCopies(store, daysBetween(since, dayOf(now())));
  const facts: Record<string, { known: number; replayed: number; lost: number }> = {};
  const unsettledPayments: UnsettledPayment[] = [];
  for (const fact of copies.facts.values()) {
    const kind = await replayFact(table, fact, carryOut);
    const counted = facts[fact.of] ?? { known: 0, replayed: 0, lost: 0 };
    facts[fact.of] = { ...counted, [kind]: counted[kind] + 1 };
    if (fact.of === 'payment' && kind === 'replayed') {
      const invoiceId = String(fact.state?.['invoiceId']);
      unsettledPayments.push({ paymentKey: fact.pk, invoiceId });
    }
  }
  const lostEntries: AuditEntry[] = [];
  for (const { entry } of copies.entries.values()) {
    if (await replayEntry(table, entry, carryOut)) lostEntries.push(entry);
  }
  return {
    carriedOut: carryOut,
    lostEntries: lostEntries.toSorted((one, other) => (one.at < other.at ? -1 : 1)),
    facts,
    unsettledPayments,
    findings: copies.findings,
  };
}

/** Whether the entry was missing. */
async function replayEntry(table: Table, entry: AuditEntry, carryOut: boolean): Promise<boolean> {
  const items = auditItems(entry);
  const { pk, sk } = items.audit;
  if ((await getItem(table, { pk, sk })) !== undefined) return false;
  if (!carryOut) return true;
  const writes = Object.entries(items).flatMap(([label, item]) =>
    item === undefined ? [] : [[label, create(item)] as const],
  );
  // If the write is refused, another replay has written it.
  return (await transact(table, Object.fromEntries(writes))).kind === 'written';
}

async function replayFact(
  table: Table,
  fact: Fact,
  carryOut: boolean,
): Promise<'known' | 'replayed' | 'lost'> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { pk, sk } = fact;
    const item = await getItem(table, { pk, sk });
    const replay = replayOf(fact, item);
    if (replay.kind === 'known' || replay.kind === 'lost') return replay.kind;
    if (!carryOut) return 'replayed';
    const write = writeOf({ pk, sk }, replay, item);
    const beside = await writesBeside(table, fact, replay);
    if ((await transact(table, { write, ...beside })).kind === 'written') return 'replayed';
  }
  throw new Error(`an item of kind ${fact.of} keeps changing: run the replay again`);
}

function writeOf(
  Key: { pk: string; sk: string },
  replay: ItemReplay,
  item: Item | undefined,
): Write {
  if (replay.kind === 'write') return create({ ...replay.item, ...Key });
  if (replay.kind === 'remove') {
    return { remove: { Key, ConditionExpression: 'attribute_exists(pk)' } };
  }
  return asRead(Key, replay.kind === 'set' ? replay.fields : {}, item ?? {});
}

/** The write that sets fields of an item, unless one of them has changed since it was read. */
function asRead(Key: { pk: string; sk: string }, fields: Image, item: Item): Write {
  const names = Object.keys(fields);
  const former = names.map((name, at) =>
    item[name] === undefined ? `attribute_not_exists(#n${at})` : `#n${at} = :f${at}`,
  );
  return {
    update: {
      Key,
      UpdateExpression: `SET ${names.map((_, at) => `#n${at} = :v${at}`).join(', ')}`,
      ConditionExpression: ['attribute_exists(pk)', ...former].join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(names.map((name, at) => [`#n${at}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        names.flatMap((name, at) => [
          [`:v${at}`, fields[name]],
          ...(item[name] === undefined ? [] : [[`:f${at}`, item[name]]]),
        ]),
      ),
    },
  };
}

/** The writes that keep the owner's item consistent: the number of active keys, and the last residency. */
async function writesBeside(
  table: Table,
  { of, pk, state }: Fact,
  replay: ItemReplay,
): Promise<Readonly<Record<string, Write>>> {
  const counting: readonly FactKind[] = ['personalKey', 'partnerKey'];
  if (!counting.includes(of) && of !== 'residency') return {};
  const Key = { pk, sk: of === 'partnerKey' ? 'INTEGRATION' : 'PERSON' };
  const owner = await getItem(table, Key);
  if (owner === undefined || replay.kind !== 'set') return {};
  const next = typeof owner['version'] === 'number' ? { version: owner['version'] + 1 } : {};
  if (of !== 'residency') {
    const activeKeys = Math.max(0, Number(owner['activeKeys']) - 1);
    return { owner: asRead(Key, { activeKeys, ...next }, owner) };
  }
  const residency = Object(owner['residency']);
  if (residency.id !== state?.['id']) return {};
  const terminationDate = earlier(residency.terminationDate, state?.['terminationDate']);
  return { owner: asRead(Key, { residency: { ...residency, terminationDate }, ...next }, owner) };
}
