import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { shardOf, shardsOf } from '../../shared/kernel/db/key-parts.ts';
import { readPage } from '../../shared/kernel/db/page.ts';
import {
  partitionsOf,
  readOldest,
  readShardedPage,
  type ShardedList,
} from '../../shared/kernel/db/sharded-page.ts';
import type { Item } from '../../shared/kernel/db/table.ts';
import { create, transact } from '../../shared/kernel/db/transact.ts';
import { seed } from '../support/seed.ts';
import { freshTable, type TestTable } from '../support/table.ts';

let table: TestTable;

beforeAll(async () => {
  table = await freshTable();
});

const place = (time: number, id: string) =>
  `${new Date(Date.UTC(2026, 0, 1) + time * 1000).toISOString()}#${id}`;

/** An item as stored in a list in the table, or in one of an index. */
function placed({ index }: ShardedList, partition: string, sk: string) {
  if (index === undefined) return { pk: partition, sk };
  return { pk: `THING#${randomUUID()}`, sk, [`${index}pk`]: partition, [`${index}sk`]: sk };
}

function aList(given: Partial<ShardedList> = {}): ShardedList {
  return { name: `LIST#${randomUUID()}`, shards: 8, ...given };
}

/** Every page in sequence, as positions. */
async function paged(
  list: ShardedList,
  limit: number,
  { after, ...how }: { after?: string; keep?: (item: Item) => boolean; oldestFirst?: boolean } = {},
): Promise<readonly string[]> {
  const shown: string[] = [];
  let cursor = after;
  do {
    const page = await readShardedPage(table, list, { limit, after: cursor, ...how });
    expect(page.items.length).toBe(page.next === null ? page.items.length : limit);
    shown.push(...page.items.map(({ sk }) => String(sk)));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return shown;
}

/**
 * The content of a list: when each item was created, and whether a version without sharding stored
 * it.
 */
const things = fc.array(
  fc.record({ time: fc.nat({ max: 40 }), former: fc.boolean(), kept: fc.boolean() }),
  { maxLength: 60 },
);

describe('a page of a sharded list', () => {
  it('equals the same page of a plain sorted list, from any cursor', async () => {
    await fc.assert(
      fc.asyncProperty(
        things,
        fc.integer({ min: 1, max: 25 }),
        fc.constantFrom(undefined, 'gsi1' as const),
        fc.constantFrom(1, 3, 8),
        fc.nat(),
        async (made, limit, index, shards, from) => {
          const list = aList({ shards, ...(index && { index }) });
          const all = made.map(({ time, former, kept }) => {
            const id = randomUUID();
            const partition = former ? list.name : shardOf(list.name, shards, id);
            return { ...placed(list, partition, place(time, id)), kept };
          });
          await seed(table, all);
          const sorted = all.toSorted((left, right) => (left.sk < right.sk ? 1 : -1));
          const places = sorted.map(({ sk }) => sk);
          expect(await paged(list, limit)).toEqual(places);
          const after = places[from % Math.max(1, places.length)];
          const rest = places.slice(places.indexOf(String(after)) + 1);
          if (after !== undefined) expect(await paged(list, limit, { after })).toEqual(rest);
          // The same with the oldest first.
          const oldestFirst = true;
          const upwards = places.toReversed();
          expect(await paged(list, limit, { oldestFirst })).toEqual(upwards);
          if (after !== undefined) {
            const newer = upwards.slice(upwards.indexOf(after) + 1);
            expect(await paged(list, limit, { after, oldestFirst })).toEqual(newer);
          }
          // A cursor can be that of a deleted item, or arbitrary.
          const between = place(20, '~');
          expect(await paged(list, limit, { after: between })).toEqual(
            places.filter((each) => each < between),
          );
          expect(await paged(list, limit, { keep: (item) => item['kept'] === true })).toEqual(
            sorted.filter(({ kept }) => kept).map(({ sk }) => sk),
          );
          expect((await readOldest(table, list))?.['sk']).toBe(places.at(-1));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('continues from a cursor issued before the list was sharded', async () => {
    const list = aList();
    const before = Array.from({ length: 30 }, (_, time) => place(time, randomUUID()));
    await seed(
      table,
      before.map((sk) => placed(list, list.name, sk)),
    );
    const first = await readPage(table, { value: list.name }, { limit: 10 });
    const since = Array.from({ length: 30 }, (_, time) => {
      const id = randomUUID();
      return placed(list, shardOf(list.name, 8, id), place(100 + time, id));
    });
    await seed(table, since);
    const rest = await paged(list, 7, { after: String(first.next) });
    expect([...first.items.map(({ sk }) => sk), ...rest]).toEqual(before.toReversed());
  });

  it('shows an item once if two versions stored it in two partitions', async () => {
    const list = aList();
    const id = randomUUID();
    const sk = place(1, id);
    await seed(table, [placed(list, list.name, sk), placed(list, shardOf(list.name, 8, id), sk)]);
    expect(await paged(list, 1)).toEqual([sk]);
    expect(await paged(list, 5)).toEqual([sk]);
  });

  it('shows every existing item once and in order while others write', async () => {
    const list = aList();
    const add = async (time: number) => {
      const id = randomUUID();
      const item = placed(list, shardOf(list.name, 8, id), place(time, id));
      await transact(table, { item: create(item) });
      return String(item['sk']);
    };
    const there: string[] = [];
    for (let time = 0; time < 60; time += 1) there.push(await add(time));
    let turning = true;
    const writer = (async () => {
      for (let time = 1_000; turning; time += 1) await add(time);
    })();
    for (const limit of [1, 7, 20]) {
      const shown = await paged(list, limit);
      expect(shown.filter((each) => there.includes(each))).toEqual(there.toReversed());
      expect(new Set(shown).size).toBe(shown.length);
      expect(shown).toEqual(shown.toSorted().toReversed());
    }
    turning = false;
    await writer;
  });

  it.each([
    [1, 8],
    [20, 8],
    [100, 8],
    [1, 16],
    [20, 16],
    [100, 16],
  ])(
    'of %i rows reads at most 24 more, and three for each of %i partitions',
    async (limit, shards) => {
      const list = aList({ shards });
      const items = Array.from({ length: 400 }, (_, time) => {
        const id = randomUUID();
        return placed(list, shardOf(list.name, shards, id), place(time, id));
      });
      await seed(table, items);
      const call = vi.spyOn(table.client, 'call');
      try {
        const first = await readShardedPage(table, list, { limit });
        const second = await readShardedPage(table, list, { limit, after: String(first.next) });
        expect([first.items.length, second.items.length]).toEqual([limit, limit]);
        const answers = await Promise.all(call.mock.results.map(({ value }) => value));
        const scanned = answers.reduce((sum, { ScannedCount }) => sum + Number(ScannedCount), 0);
        expect(scanned).toBeLessThanOrEqual(2 * (limit + 24 + 3 * (shards + 1)));
      } finally {
        call.mockRestore();
      }
    },
  );

  it('reads one item from the previous partition if it is older than the page', async () => {
    const list = aList();
    await seed(
      table,
      Array.from({ length: 50 }, (_, time) => placed(list, list.name, place(time, randomUUID()))),
    );
    const since = Array.from({ length: 30 }, (_, time) => {
      const id = randomUUID();
      return placed(list, shardOf(list.name, 8, id), place(100 + time, id));
    });
    await seed(table, since);
    const call = vi.spyOn(table.client, 'call');
    try {
      await readShardedPage(table, list, { limit: 10 });
      const inputs = call.mock.calls.map(([, input]) => Object(input));
      const own = inputs.filter(
        ({ ExpressionAttributeValues }) => ExpressionAttributeValues[':pk'] === list.name,
      );
      expect(own.map(({ Limit }) => Limit)).toEqual([1]);
    } finally {
      call.mockRestore();
    }
  });
});

describe('the partitions of a sharded list', () => {
  it('are the list itself and its shards; an item always has the same one', () => {
    const list = aList({ shards: 3 });
    expect(partitionsOf(list)).toEqual(shardsOf(list.name, 3).map((value) => ({ value })));
    expect(shardsOf('AUDIT', 2)).toEqual(['AUDIT', 'AUDIT#0', 'AUDIT#1']);
    expect(shardOf('AUDIT', 16, '4a9b8c7d-6e5f-4d3c-a2b1-0f9e8d7c6b5a')).toBe(
      shardOf('AUDIT', 16, '4a9b8c7d-6e5f-4d3c-a2b1-0f9e8d7c6b5a'),
    );
  });

  it('get equal parts: at most 10 % above their share of 160,000', () => {
    const counts = new Map<string, number>();
    for (let index = 0; index < 160_000; index += 1) {
      const shard = shardOf('AUDIT', 16, `00000000-0000-4000-8000-${String(index)}`);
      counts.set(shard, (counts.get(shard) ?? 0) + 1);
    }
    expect(counts.size).toBe(16);
    expect(Math.max(...counts.values())).toBeLessThan(11_000);
  });
});
