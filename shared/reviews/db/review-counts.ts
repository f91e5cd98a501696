import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { spreadList } from '../../kernel/db/listed.ts';
import { countAll } from '../../kernel/db/page.ts';
import { partitionsOf } from '../../kernel/db/spread-page.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { put, transact } from '../../kernel/db/transact.ts';
import { products } from '../../kernel/domain/product.ts';
import type { QueueFilter } from './read-queue.ts';
import { queueList } from './review-queue.ts';

/** How many cases were on the lists of the queue when they were counted last. */
export const StoredReviewCounts = z.object({
  at: z.string(),
  /** By the list of a type; none of what is decided. */
  counts: z.record(z.string(), z.int()),
});
export type StoredReviewCounts = z.output<typeof StoredReviewCounts>;

const counted = products.flatMap((subjectType) => [
  queueList('waiting', { subjectType }),
  queueList('waiting', { subjectType, answered: true }),
  queueList('asked', { subjectType }),
]);

/** Counts what waits and what was asked, and keeps it for the pages of the queue. */
export async function keepReviewCounts(table: Table, at: string): Promise<void> {
  const entries = await Promise.all(
    counted.map(async (list) => {
      const parts = partitionsOf(spreadList(list)).map((partition) => countAll(table, partition));
      return [list, (await Promise.all(parts)).reduce((sum, part) => sum + part, 0)] as const;
    }),
  );
  const counts = Object.fromEntries(entries);
  await transact(table, { counts: put({ ...keys.reviewCounts(), at, counts }) });
}

/** What was counted last; null before. */
export async function findReviewCounts(table: Table): Promise<StoredReviewCounts | null> {
  return parseFound(StoredReviewCounts, await getItem(table, keys.reviewCounts()));
}

/** How many cases a filter had; null where that is not counted. */
export function countFor(
  { counts }: StoredReviewCounts,
  { tab, subjectType, answered, waitingSince, hand }: QueueFilter,
): number | null {
  if (tab === 'decided' || waitingSince !== undefined || hand !== undefined) return null;
  const lists = (subjectType === undefined ? products : [subjectType]).map((type) =>
    queueList(tab, { subjectType: type, answered }),
  );
  return lists.reduce((sum, list) => sum + (counts[list] ?? 0), 0);
}
