import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/deps/core.ts';
import { task } from '../../../shared/http/task.ts';
import { notifyReviewers } from '../../../shared/usecases/dispatch-review.ts';

const Input = z.object({ reviewId: z.string() });

const run = ({ reviewId }: z.output<typeof Input>, deps: CoreDeps) =>
  notifyReviewers(reviewId, deps);

export const handler = task('review-dispatch/notify-reviewers', Input, run, coreDeps);
