import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/deps/core.ts';
import { task } from '../../../shared/http/task.ts';
import { carryOutReview } from '../../../shared/usecases/carry-out-review.ts';

const Input = z.object({ reviewId: z.string() });

const run = async ({ reviewId }: z.output<typeof Input>, deps: CoreDeps) => ({
  outcome: await carryOutReview(reviewId, deps),
});

export const handler = task('review-decision/carry-out', Input, run, coreDeps);
