import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/kernel/deps/core.ts';
import { finishEvent } from '../../../shared/platform/usecases/deliver-once.ts';
import { carryOutReview } from '../../../shared/service/usecases/reviewed-filings.ts';
import { background, task } from '../../../shared/web/http/background.ts';

const Input = z.object({ reviewId: z.string(), eventId: z.optional(z.string()) });

const run = async ({ reviewId, eventId }: z.output<typeof Input>, deps: CoreDeps) => {
  const outcome = await carryOutReview(reviewId, deps);
  // The workflow ends here; the next decision is another event.
  if (outcome === 'returned') await finishEvent(eventId, deps);
  return { outcome };
};

export const handler = background(task('review-decision/carry-out', Input, run), coreDeps);
