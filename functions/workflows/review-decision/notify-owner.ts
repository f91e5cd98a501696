import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/kernel/deps/core.ts';
import { finishEvent } from '../../../shared/platform/usecases/deliver-once.ts';
import { notifyOwner } from '../../../shared/service/usecases/notify-owner.ts';
import { background, task } from '../../../shared/web/http/background.ts';

const Input = z.object({
  reviewId: z.string(),
  outcome: z.enum(['approved', 'rejected']),
  eventId: z.optional(z.string()),
});

const run = async ({ reviewId, outcome, eventId }: z.output<typeof Input>, deps: CoreDeps) => {
  await notifyOwner(reviewId, outcome, deps);
  await finishEvent(eventId, deps);
};

export const handler = background(task('review-decision/notify-owner', Input, run), coreDeps);
