import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/kernel/deps/core.ts';
import { notifyOwner } from '../../../shared/service/usecases/notify-owner.ts';
import { task } from '../../../shared/web/task.ts';

const Input = z.object({
  reviewId: z.string(),
  outcome: z.enum(['approved', 'rejected']),
});

const run = ({ reviewId, outcome }: z.output<typeof Input>, deps: CoreDeps) =>
  notifyOwner(reviewId, outcome, deps);

export const handler = task('review-decision/notify-owner', Input, run, coreDeps);
