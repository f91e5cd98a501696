import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Measure } from '../../kernel/domain/metric.ts';
import { keepReviewCounts } from '../db/review-counts.ts';
import { countWaiting, oldestWaiting } from '../db/waiting-reviews.ts';

/**
 * How many reviews of each kind wait, and for how many seconds the oldest has. The counts of
 * the reviewers' queue are kept for its pages.
 */
export async function measureReviews({
  table,
  now,
}: Pick<CoreDeps, 'table' | 'now'>): Promise<readonly Measure[]> {
  const [counts, oldest] = await Promise.all([
    countWaiting(table),
    oldestWaiting(table),
    keepReviewCounts(table, now().toISOString()),
  ]);
  const age = oldest === null ? 0 : now().getTime() - Date.parse(oldest);
  return [
    ...counts.map(
      ({ subjectType: Subject, count: value }): Measure => ({
        metric: 'PendingReviews',
        value,
        dimensions: { Subject },
      }),
    ),
    { metric: 'OldestPendingReview', value: Math.max(0, Math.round(age / 1000)) },
  ];
}
