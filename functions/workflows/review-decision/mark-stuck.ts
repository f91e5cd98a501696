import * as z from 'zod/mini';
import { type WorkDeps, workDeps } from '../../../shared/kernel/deps/root.ts';
import { markReviewStuck } from '../../../shared/reviews/usecases/mark-stuck.ts';
import { background, task } from '../../../shared/web/http/background.ts';

const Input = z.object({ reviewId: z.string(), error: z.string() });

const run = ({ reviewId, error }: z.output<typeof Input>, deps: WorkDeps) =>
  markReviewStuck(reviewId, { workflow: 'review-decision', error }, deps);

export const handler = background(task('review-decision/mark-stuck', Input, run), workDeps);
