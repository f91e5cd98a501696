import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readActivityPage } from '../../shared/account/db/activity-lists.ts';
import { shardOf, shards } from '../../shared/kernel/db/key-parts.ts';
import type { Item } from '../../shared/kernel/db/table.ts';
import { auditItems } from '../../shared/platform/db/audit-items.ts';
import { readAudit } from '../../shared/platform/db/audit-trail.ts';
import { gatheredActs } from '../../shared/platform/db/gathered-acts.ts';
import type { AuditEntry } from '../../shared/platform/domain/audit-entry.ts';
import { carriedOut, migratingDeps } from '../support/migrations.ts';
import { seed } from '../support/seed.ts';
import { freshTable, type TestTable } from '../support/table.ts';

const keyId = randomUUID();
const clientId = randomUUID();

/** Somebody's act at an instant, about something of theirs or about something else. */
function actOf(
  personId: string,
  { kind, time, own }: Pick<Made, 'kind' | 'time' | 'own'>,
): AuditEntry {
  const ids = { person: personId, agent_key: keyId, oauth_client: clientId } as const;
  const [type, id] = own ? ['person', personId] : ['legal_entity', randomUUID()];
  return {
    id: randomUUID(),
    at: new Date(Date.UTC(2026, 0, 1) + time * 1000).toISOString(),
    actor: { kind, id: ids[kind], personId },
    action: 'entity.read',
    subject: { type, id },
    outcome: 'success',
    details: {},
  };
}

interface Made {
  readonly kind: 'person' | 'agent_key' | 'oauth_client';
  readonly time: number;
  readonly own: boolean;
  /** One list, as version 0.1.0 and this one have it; the spread lists; or copies on one list of an act on the spread ones. */
  readonly shape: 'one' | 'spread' | 'gathered';
}

/** The items of an act; as unreleased versions filed it, with what both actors did on spread lists. */
function itemsOf(entry: AuditEntry, isSpread: boolean): readonly Item[] {
  const filed = Object.values(auditItems(entry)).filter((item) => item !== undefined);
  return filed.map((item: Item) => {
    const list = item['gsi2pk'];
    if (!isSpread || !/^AUDIT_ACTOR#[^#]+$/.test(String(list))) return item;
    return { ...item, gsi2pk: shardOf(String(list), shards.trailFilter, entry.id) };
  });
}

type Reader = (after: string | undefined) => Promise<{
  readonly items: readonly { readonly id: string }[];
  readonly next: string | null;
}>;

async function turned(read: Reader): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after: string | undefined; ; ) {
    const { items, next } = await read(after);
    ids.push(...items.map(({ id }) => id));
    if (next === null) return ids;
    after = next;
  }
}

/** Has the migration look at entries and change what it finds, a page at a time; how many it has changed. */
async function gather(table: TestTable, items: readonly Item[]): Promise<number> {
  const entries = items.filter(({ pk }) => !/^AUDIT#ACT/.test(String(pk)));
  let changed = 0;
  for (let first = 0; first < entries.length; first += 25) {
    const changes = await gatheredActs.look(entries.slice(first, first + 25), table);
    const outcomes = await Promise.all(changes.map((change) => change?.carryOut()));
    changed += outcomes.filter((outcome) => outcome === 'changed').length;
  }
  return changed;
}

const activity = (table: TestTable, personId: string, limit: number) =>
  turned((after) => readActivityPage(table, personId, {}, { limit, after }));
const trailBy = (table: TestTable, actorId: string, limit: number) =>
  turned((after) => readAudit(table, { actorId }, { limit, after }));

const made = fc.array(
  fc.record({
    kind: fc.constantFrom('person', 'agent_key', 'oauth_client'),
    time: fc.nat({ max: 30 }),
    own: fc.boolean(),
    shape: fc.constantFrom('one', 'spread', 'gathered'),
  } satisfies { [K in keyof Made]: fc.Arbitrary<Made[K]> }),
  { maxLength: 40 },
);

it('Activity has every act once and in order after it, and the trail of an actor before it, too', async () => {
  const table = await freshTable();
  await fc.assert(
    fc.asyncProperty(made, fc.integer({ min: 1, max: 20 }), async (acts, limit) => {
      const personId = randomUUID();
      const entries = acts.map((act) => actOf(personId, act));
      const items = (shape: Made['shape']) =>
        entries.flatMap((entry, place) =>
          acts[place]?.shape === shape ? itemsOf(entry, shape !== 'one') : [],
        );
      await seed(table, [...items('one'), ...items('gathered')]);
      await gather(table, items('gathered'));
      await seed(table, items('spread'));
      const wanted = entries
        .toSorted((one, other) => (`${one.at}#${one.id}` < `${other.at}#${other.id}` ? 1 : -1))
        .map(({ id }) => id);
      expect(await trailBy(table, personId, limit)).toEqual(wanted);
      const all = [...items('one'), ...items('gathered'), ...items('spread')];
      const spread = acts.filter(({ shape }) => shape === 'spread');
      expect(await gather(table, all)).toBe(spread.length);
      expect(await activity(table, personId, limit)).toEqual(wanted);
      expect(await trailBy(table, personId, limit)).toEqual(wanted);
      expect(await gather(table, all)).toBe(0);
    }),
    { numRuns: 10 },
  );
});

it('the workflow finds what is spread, and what a key did is on one list, too, and what a client did for many stays where it is', async () => {
  const table = await freshTable();
  const personId = randomUUID();
  const kinds = ['agent_key', 'oauth_client'] as const;
  const acts = kinds.map((kind, time) => actOf(personId, { kind, time, own: false }));
  await seed(
    table,
    acts.flatMap((entry) => itemsOf(entry, true)),
  );
  expect(await carriedOut(gatheredActs, migratingDeps(table))).toBe(2);
  const [byKey, byClient] = acts.map(({ id }) => id);
  const ofKey = { actorKind: 'agent_key', actorId: keyId } as const;
  expect(await carriedOut(gatheredActs, migratingDeps(table))).toBe(0);
  const page = await readActivityPage(table, personId, ofKey, { limit: 5 });
  expect(page.items.map(({ id }) => id)).toEqual([byKey]);
  expect(await trailBy(table, clientId, 5)).toEqual([byClient]);
});

it('two that run it at once make one copy', async () => {
  const table = await freshTable();
  const personId = randomUUID();
  const entry = actOf(personId, { kind: 'person', time: 0, own: false });
  await seed(table, itemsOf(entry, true));
  const [item] = itemsOf(entry, true);
  const [change] = await gatheredActs.look([item ?? {}], table);
  const [other] = await gatheredActs.look([item ?? {}], table);
  expect(change?.sample).toBe(entry.id);
  expect(await change?.carryOut()).toBe('changed');
  expect(await other?.carryOut()).toBe('again');
  expect(await gatheredActs.look([item ?? {}], table)).toEqual([null]);
  expect(await activity(table, personId, 1)).toEqual([entry.id]);
});
