import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/deps/core.ts';
import { task } from '../../../shared/http/task.ts';
import { markStuck } from '../../../shared/usecases/mark-stuck.ts';
import { requireReview } from '../../../shared/usecases/review-facts.ts';

const Input = z.object({ reviewId: z.string(), error: z.string() });

const run = async ({ reviewId, error }: z.output<typeof Input>, deps: CoreDeps) => {
  const { subject } = await requireReview(reviewId, deps);
  await markStuck(subject, { workflow: 'review-decision', error }, deps);
};

export const handler = task('review-decision/mark-stuck', Input, run, coreDeps);
