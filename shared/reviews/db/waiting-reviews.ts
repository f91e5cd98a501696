import { countAll, readPart } from '../../kernel/db/page.ts';
import { partitionsOf, readOldest } from '../../kernel/db/spread-page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { spreadList } from '../../kernel/db/things.ts';
import { type Product, products } from '../../kernel/domain/product.ts';
import { reviewList } from './reviews.ts';

const waiting = spreadList(reviewList({ status: 'pending' }));

/**
 * How many reviews of each kind wait. One Query for each kind in each partition of lists of nothing but waiting reviews: what
 * is decided costs nothing.
 */
export function countWaiting(
  table: Table,
): Promise<readonly { readonly subjectType: Product; readonly count: number }[]> {
  return Promise.all(
    products.map(async (subjectType) => {
      const list = spreadList(reviewList({ subjectType, status: 'pending' }));
      const parts = await Promise.all(
        partitionsOf(list).map((partition) => countAll(table, partition)),
      );
      return { subjectType, count: parts.reduce((sum, part) => sum + part, 0) };
    }),
  );
}

/** When the oldest review that waits was made (ISO 8601); null when none waits. */
export async function oldestWaiting(table: Table): Promise<string | null> {
  const oldest = await readOldest(table, waiting);
  // Places are sorted by when the review was made: `…createdAt#…id`.
  return oldest === undefined ? null : (String(oldest['sk']).split('#')[0] ?? null);
}

/** Whether a review waits that was made after `at` (ISO 8601). */
export async function waitsSince(table: Table, at: string): Promise<boolean> {
  // Behind all places of that instant.
  const behind = `${at}#~`;
  const parts = await Promise.all(
    partitionsOf(waiting).map((partition) =>
      readPart(table, partition, { forwards: true, behind, limit: 1 }),
    ),
  );
  return parts.some(({ items }) => items.length > 0);
}
