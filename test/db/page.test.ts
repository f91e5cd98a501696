import { BatchWriteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readAll, readPage } from '../../shared/db/page.ts';
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
  ];
  for (let start = 0; start < items.length; start += 25) {
    const batch = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: batch } }));
  }
});

/** What a piece of work reads: how many items the table looked at for it. */
async function scannedBy<T>(work: () => Promise<T>): Promise<{ result: T; scanned: number }> {
  const send = vi.spyOn(table.client, 'send');
  try {
    const result = await work();
    const queries = send.mock.calls.flatMap(([command], index) =>
      command instanceof QueryCommand ? [send.mock.settledResults[index]?.value] : [],
    );
    const counts = queries.map((answer) => Number(Reflect.get(Object(answer), 'ScannedCount')));
    return { result, scanned: counts.reduce((sum, count) => sum + count, 0) };
  } finally {
    send.mockRestore();
  }
}

describe('a page', () => {
  it.each([1, 5, 10, 100])('of %i rows reads at most two more, wherever it lies', async (limit) => {
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

  it('is full although a filter leaves most out, and reads no more than twice what it needs', async () => {
    const { result, scanned } = await scannedBy(() =>
      readPage(table, partition, { limit: 3, keep: ({ index }) => Number(index) % 10 === 0 }),
    );
    expect(result.items.map(({ index }) => index)).toEqual([220, 210, 200]);
    expect(result.next).toBe(place(200));
    expect(scanned).toBeLessThanOrEqual(2 * 40 + 8);
  });

  it('ends with its list: the last one has no next', async () => {
    const exact = await readPage(table, partition, { limit: 30, after: place(30) });
    expect([exact.items.length, exact.next]).toEqual([30, null]);
    const more = await readPage(table, partition, { limit: 29, after: place(30) });
    expect([more.items.length, more.next]).toEqual([29, place(1)]);
  });

  it.each([
    ['before all of it', 'A#', []],
    ['behind all of it', 'Z', [229, 228]],
    ['of a row that was never there', 'A#0001x', [1, 0]],
  ])('goes on from a cursor %s', async (_where, after, expected) => {
    const { items } = await readPage(table, partition, { limit: 2, after });
    expect(items.map(({ index }) => index)).toEqual(expected);
  });

  it('is not all: that is read without limit', async () => {
    expect(await readAll(table, partition)).toHaveLength(230);
  });
});
