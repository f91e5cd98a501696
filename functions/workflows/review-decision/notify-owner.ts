import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/deps/core.ts';
import { task } from '../../../shared/http/task.ts';
import { notifyOwner } from '../../../shared/usecases/notify-owner.ts';

const Input = z.object({
  reviewId: z.string(),
  outcome: z.enum(['approved', 'rejected']),
});

const run = ({ reviewId, outcome }: z.output<typeof Input>, deps: CoreDeps) =>
  notifyOwner(reviewId, outcome, deps);

export const handler = task('review-decision/notify-owner', Input, run, coreDeps);
