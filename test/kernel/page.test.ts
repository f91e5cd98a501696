import { BatchWriteCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readAll, readPage } from '../../shared/kernel/db/page.ts';
import { freshTable, type TestTable } from '../support/table.ts';

let table: TestTable;

const partition = { value: 'LIST', prefix: 'A#' };
const place = (index: number) => `A#${String(index).padStart(4, '0')}`;

beforeAll(async () => {
  table = await freshTable();
  const items = [
    ...Array.from({ length: 230 }, (_, index) => ({ pk: 'LIST', sk: place(index), index })),
    { pk: 'LIST', sk: 'B#0001', index: -1 },
    { pk: 'LIST', sk: '0', index: -2 },
    // Read from the index, where items of several partitions are next to each other.
    ...[3, 1, 2].map((index) => ({
      pk: `ENTRY#${index}`,
      sk: 'ENTRY',
      gsi1pk: 'ENTRIES',
      gsi1sk: place(index),
      index,
    })),
    // Together more than a megabyte, the limit of one Query.
    ...Array.from({ length: 12 }, (_, index) => ({
      pk: 'LARGE',
      sk: place(index),
      index,
      text: 'x'.repeat(100_000),
    })),
  ];
  for (let start = 0; start < items.length; start += 25) {
    const batch = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: batch } }));
  }
});

/** The reads of a function: how many items the table examined, in which queries. */
async function scannedBy<T>(work: () => Promise<T>) {
  const call = vi.spyOn(table.client, 'call');
  try {
    const result = await work();
    const queries = call.mock.calls.flatMap(([operation], index) =>
      operation === 'Query' ? [call.mock.settledResults[index]?.value] : [],
    );
    const counts = queries.map((answer) => Number(Reflect.get(Object(answer), 'ScannedCount')));
    const inputs = call.mock.calls.flatMap(([operation, input]) =>
      // The input of that operation.
      operation === 'Query' ? [input as QueryCommandInput] : [],
    );
    return { result, scanned: counts.reduce((sum, count) => sum + count, 0), inputs };
  } finally {
    call.mockRestore();
  }
}

describe('a page', () => {
  it('has only the requested attributes, also of an index, and continues from there', async () => {
    const only = ['index', 'absent'];
    const { items, next } = await readPage(table, partition, { limit: 1, only });
    expect(items).toEqual([{ sk: place(229), index: 229 }]);
    const after = next ?? '';
    const following = await readPage(table, partition, { limit: 1, after, only });
    expect(following.items).toEqual([{ sk: place(228), index: 228 }]);
    const entries = await readPage(table, { value: 'ENTRIES', index: 'gsi1' }, { limit: 1, only });
    expect(entries.items).toEqual([{ gsi1sk: place(3), index: 3 }]);
  });

  it.each([1, 5, 10, 100])('of %i rows reads at most two more, at any position', async (limit) => {
    let after: string | undefined;
    const seen: unknown[] = [];
    do {
      const { result, scanned } = await scannedBy(() =>
        readPage(table, partition, { limit, after }),
      );
      expect(scanned).toBeLessThanOrEqual(result.items.length + 2);
      seen.push(...result.items.map(({ index }) => index));
      after = result.next ?? undefined;
    } while (after !== undefined && seen.length < 500);
    expect(seen).toEqual(Array.from({ length: 230 }, (_, index) => 229 - index));
  });

  it('at the start of a list reads one more row to know whether there is another page', async () => {
    const { scanned } = await scannedBy(() => readPage(table, partition, { limit: 5 }));
    expect(scanned).toBe(6);
  });

  it('needs few queries although a filter excludes everything', async () => {
    const { result, inputs } = await scannedBy(() =>
      readPage(table, partition, { limit: 1, keep: () => false }),
    );
    expect(result).toEqual({ items: [], next: null });
    // 2, 4, 8 … 128 of 230 items.
    expect(inputs.length).toBeLessThanOrEqual(8);
  });

  it('of a whole partition continues after the previous one', async () => {
    const whole = { value: 'LIST' };
    const first = await readPage(table, whole, { limit: 230 });
    expect(first.items.map(({ sk }) => sk)).toEqual([
      'B#0001',
      ...Array.from({ length: 229 }, (_, index) => place(229 - index)),
    ]);
    const second = await readPage(table, whole, { limit: 5, after: String(first.next) });
    expect(second).toEqual({
      items: [expect.objectContaining({ sk: place(0) }), expect.objectContaining({ sk: '0' })],
      next: null,
    });
  });

  it('of an index is in its order and continues by its sort keys', async () => {
    const indexed = { value: 'ENTRIES', index: 'gsi1', prefix: 'A#' } as const;
    const first = await readPage(table, indexed, { limit: 2 });
    expect(first.items.map(({ index }) => index)).toEqual([3, 2]);
    expect(first.next).toBe(place(2));
    const second = await readPage(table, indexed, { limit: 2, after: place(2) });
    expect(second.items.map(({ index }) => index)).toEqual([1]);
  });

  it('is strongly consistent, except on an index', async () => {
    const indexed = { value: 'ENTRIES', index: 'gsi1' } as const;
    const reads = [
      await scannedBy(() => readPage(table, partition, { limit: 1 })),
      await scannedBy(() => readAll(table, { value: 'LARGE' })),
      await scannedBy(() => readPage(table, indexed, { limit: 1 })),
    ];
    const consistent = reads.map(({ inputs }) => inputs.map((input) => input.ConsistentRead));
    expect(consistent).toEqual([[true], [true, true], [false]]);
  });

  it('is full although a filter excludes most rows, and reads at most twice what it needs', async () => {
    const { result, scanned } = await scannedBy(() =>
      readPage(table, partition, { limit: 3, keep: ({ index }) => Number(index) % 10 === 0 }),
    );
    expect(result.items.map(({ index }) => index)).toEqual([220, 210, 200]);
    expect(result.next).toBe(place(200));
    expect(scanned).toBeLessThanOrEqual(2 * 40 + 8);
  });

  it('has no next page at the end of the list', async () => {
    const exact = await readPage(table, partition, { limit: 30, after: place(30) });
    expect([exact.items.length, exact.next]).toEqual([30, null]);
    const more = await readPage(table, partition, { limit: 29, after: place(30) });
    expect([more.items.length, more.next]).toEqual([29, place(1)]);
  });

  it.each([
    ['before all of it', 'A#', []],
    ['of another list, which lies before', 'A', []],
    ['behind all of it', 'Z', [229, 228]],
    ['of a row that was never there', 'A#0001x', [1, 0]],
  ])('continues from a cursor %s', async (_where, after, expected) => {
    const { items } = await readPage(table, partition, { limit: 2, after });
    expect(items.map(({ index }) => index)).toEqual(expected);
  });

  it('without a limit has all rows', async () => {
    const all = await readAll(table, partition);
    expect(all.map(({ index }) => index)).toEqual(Array.from({ length: 230 }, (_, index) => index));
    expect(await readAll(table, { value: 'LIST' })).toHaveLength(232);
    const large = await readAll(table, { value: 'LARGE' });
    expect(large.map(({ index }) => index)).toEqual(
      Array.from({ length: 12 }, (_, index) => index),
    );
  });
});
