import type { Context } from 'aws-lambda';
import { type CoreDeps, coreDeps } from '../../shared/kernel/deps/core.ts';
import { root } from '../../shared/kernel/deps/root.ts';
import { inTime } from '../../shared/kernel/runtime/deadline.ts';
import { wantReviewDigest } from '../../shared/reviews/usecases/create-review.ts';
import { measureReviews } from '../../shared/reviews/usecases/read-reviews.ts';

/**
 * Measures what no act tells: how many reviews wait, and how long; and has the reviewers told of what has begun to wait. It
 * is called by the clock.
 */
async function run({ log, ...deps }: CoreDeps) {
  const measures = await measureReviews(deps);
  for (const measure of measures) log.measure(measure);
  await wantReviewDigest(deps);
  return measures;
}

const deps = root(coreDeps);

export const handler = (_event: unknown, context?: Context) => inTime(context, () => run(deps()));
