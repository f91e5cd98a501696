import { beforeEach, describe, expect, it } from 'vitest';
import {
  appendToFeed,
  maxEventsPerTransaction,
  type PlacedEvent,
} from '../../shared/events/db/feeds.ts';
import type { Draft } from '../../shared/events/domain/draft-of-change.ts';
import { type FeedQuery, readFeed } from '../../shared/events/usecases/read-feed.ts';
import { feeds } from '../../shared/kernel/db/keys.ts';
import type { Table } from '../../shared/kernel/db/table.ts';
import { freshTable } from '../support/table.ts';

const feed = feeds.person('0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f');
const start = Date.parse('2026-03-02T08:00:00.000Z');
const day = 86_400_000;
let table: Table;
let now: number;

beforeEach(async () => {
  table = await freshTable();
  now = start;
});

/** Adds this many events to the feed. The change of the first has the number `first`. */
async function append(count: number, first = 1) {
  const drafts = Array.from({ length: count }, (_, index) => draftOf(first + index));
  for (let done = 0; done < count; done += maxEventsPerTransaction) {
    const some = drafts.slice(done, done + maxEventsPerTransaction);
    const { outcome } = await appendToFeed(table, feed, some, new Date(now).toISOString());
    expect(outcome).toBe('written');
  }
}

function draftOf(number: number): Draft {
  const changeId = number.toString(16).padStart(32, '0');
  return {
    changeId,
    type: 'key.created',
    time: new Date(start).toISOString(),
    subject: `keys/${changeId}`,
    data: { id: changeId },
    owner: { kind: 'person', id: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f' },
    item: { pk: 'PERSON#x', sk: `KEY#${changeId}` },
    createdViaAPI: true,
    isPublic: false,
  };
}

/** Reads all pages until `hasMore` is false. */
async function pages(limit: number, sees: (event: PlacedEvent) => boolean = () => true) {
  const read: { positions: number[]; hasMore: boolean }[] = [];
  let query: FeedQuery = { limit };
  for (let hasMore = true; hasMore; ) {
    const page = await readFeed(feed, query, async (events) => events.filter(sees), {
      table,
      now: () => new Date(now),
    });
    hasMore = page.hasMore;
    query = { limit, lastEventId: page.lastEventId ?? undefined };
    read.push({ positions: page.events.map(({ position }) => position), hasMore });
  }
  return read;
}

describe('hasMore is true only if there are more events', () => {
  it.each([
    [1, 3, [[1], [2], [3]]],
    [2, 5, [[1, 2], [3, 4], [5]]],
    [
      2,
      4,
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [5, 4, [[1, 2, 3, 4]]],
    [2, 0, [[]]],
  ])('with pages of %i and %i events', async (limit, count, expected) => {
    if (count > 0) await append(count);
    const read = await pages(limit);
    expect(read).toEqual(
      expected.map((positions, index) => ({ positions, hasMore: index < expected.length - 1 })),
    );
  });

  it('after the first events have expired', async () => {
    await append(7);
    now += 31 * day;
    await append(3, 8);
    expect(await pages(2)).toEqual([
      { positions: [8, 9], hasMore: true },
      { positions: [10], hasMore: false },
    ]);
  });
});

describe('a reader who can see few events', () => {
  it('reaches the last event past events that only others can see', async () => {
    await append(12);
    expect(await pages(2, ({ position }) => position > 10)).toEqual([
      { positions: [11, 12], hasMore: false },
    ]);
  });

  it('gets a partial page if there are very many events, and continues from there', async () => {
    await append(620);
    const read = (seen: readonly number[]) =>
      pages(2, ({ position }) => seen.includes(position)).then((all) =>
        all.map(({ positions }) => positions),
      );
    expect(await read([1, 620])).toEqual([[1], [620]]);
    expect(await read([620])).toEqual([[], [620]]);
  });

  it('needs few reads of the feed for a page of any size', async () => {
    await append(240);
    let asked = 0;
    const counted = async (events: readonly PlacedEvent[]) => {
      asked += 1;
      return events.filter(({ position }) => position === 240);
    };
    const page = await readFeed(feed, { limit: 1 }, counted, { table, now: () => new Date(now) });
    expect([page.events.map(({ position }) => position), page.hasMore]).toEqual([[240], false]);
    expect(asked).toBeLessThan(6);
  });
});
