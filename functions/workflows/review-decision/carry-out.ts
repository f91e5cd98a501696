import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/kernel/deps/core.ts';
import { carryOutReview } from '../../../shared/service/usecases/carry-out-review.ts';
import { task } from '../../../shared/web/task.ts';

const Input = z.object({ reviewId: z.string() });

const run = async ({ reviewId }: z.output<typeof Input>, deps: CoreDeps) => ({
  outcome: await carryOutReview(reviewId, deps),
});

export const handler = task('review-decision/carry-out', Input, run, coreDeps);
