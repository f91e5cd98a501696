import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/kernel/deps/core.ts';
import { notifyReviewers } from '../../../shared/reviews/usecases/create-review.ts';
import { background, task } from '../../../shared/web/http/background.ts';

const Input = z.object({ reviewId: z.string() });

const run = ({ reviewId }: z.output<typeof Input>, deps: CoreDeps) =>
  notifyReviewers(reviewId, deps);

export const handler = background(task('review-dispatch/notify-reviewers', Input, run), coreDeps);
