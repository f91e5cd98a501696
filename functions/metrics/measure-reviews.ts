import { type CoreDeps, coreDeps } from '../../shared/kernel/deps/core.ts';
import { wantReviewDigest } from '../../shared/reviews/usecases/create-review.ts';
import { measureReviews } from '../../shared/reviews/usecases/read-reviews.ts';
import { background } from '../../shared/web/http/background.ts';

/**
 * Measures pending reviews and their waiting time, and notifies reviewers of new cases. Runs on a
 * schedule.
 */
async function run({ log, ...deps }: CoreDeps) {
  const measures = await measureReviews(deps);
  for (const measure of measures) log.measure(measure);
  await wantReviewDigest(deps);
  return measures;
}

export const handler = background(run, coreDeps);
