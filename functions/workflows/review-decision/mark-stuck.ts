import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/kernel/deps/core.ts';
import { markReviewStuck } from '../../../shared/reviews/usecases/mark-stuck.ts';
import { task } from '../../../shared/web/task.ts';

const Input = z.object({ reviewId: z.string(), error: z.string() });

const run = ({ reviewId, error }: z.output<typeof Input>, deps: CoreDeps) =>
  markReviewStuck(reviewId, { workflow: 'review-decision', error }, deps);

export const handler = task('review-decision/mark-stuck', Input, run, coreDeps);
