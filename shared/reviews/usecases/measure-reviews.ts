import { spreadList } from '../../kernel/db/listed.ts';
import { countAll } from '../../kernel/db/page.ts';
import { partitionsOf, readOldest } from '../../kernel/db/spread-page.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Measure } from '../../kernel/domain/metric.ts';
import { products } from '../../kernel/domain/product.ts';
import { reviewList } from '../db/reviews.ts';

/**
 * How many reviews of each kind wait, and for how many seconds the oldest has. One Query for each kind and one for the
 * oldest in each partition of lists of nothing but waiting reviews: what is decided costs nothing.
 *
 * Reviews of version 0.1.0 are not on the lists of kinds until they are filed; the oldest may be one of them.
 */
export async function measureReviews({
  table,
  now,
}: Pick<CoreDeps, 'table' | 'now'>): Promise<readonly Measure[]> {
  const counts = await Promise.all(
    products.map(async (Subject): Promise<Measure> => {
      const list = reviewList({ subjectType: Subject, status: 'pending' });
      const parts = partitionsOf(spreadList(list)).map((partition) => countAll(table, partition));
      const value = (await Promise.all(parts)).reduce((sum, part) => sum + part, 0);
      return { metric: 'PendingReviews', value, dimensions: { Subject } };
    }),
  );
  const waiting = reviewList({ status: 'pending' });
  const oldest = await readOldest(table, spreadList(waiting));
  return [...counts, { metric: 'OldestPendingReview', value: secondsSince(oldest?.['sk'], now()) }];
}

/** Places are sorted by when the review was made: `…createdAt#…id`. */
function secondsSince(place: unknown, now: Date): number {
  if (place === undefined) return 0;
  const [createdAt = ''] = String(place).split('#');
  return Math.max(0, Math.round((now.getTime() - Date.parse(createdAt)) / 1000));
}
