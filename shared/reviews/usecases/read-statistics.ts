import type { CoreDeps } from '../../kernel/deps/core.ts';
import { products } from '../../kernel/domain/product.ts';
import { countsOfType, findReviewCounts } from '../db/review-counts.ts';

const uncounted = { waitingCases: null, answeredCases: null, askedCases: null };

/** How many cases of each type wait, and how long decisions took, as it was measured last; null of what was not yet. */
export async function readStatistics({ table }: Pick<CoreDeps, 'table'>) {
  const counts = await findReviewCounts(table);
  const types = products.map((type) => {
    const waits = counts?.waits?.byType[type];
    return {
      type,
      ...(counts ? countsOfType(counts, type) : uncounted),
      decisions: waits?.decided ?? (counts?.waits ? 0 : null),
      medianWaitSeconds: waits?.medianSeconds ?? null,
      p90WaitSeconds: waits?.p90Seconds ?? null,
    };
  });
  return { countedAt: counts?.at ?? null, waitsReckonedAt: counts?.waits?.at ?? null, types };
}
