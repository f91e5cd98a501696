import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/kernel/deps/core.ts';

import { products } from '../../../shared/kernel/domain/product.ts';
import { finishEvent } from '../../../shared/platform/usecases/deliver-once.ts';
import { markDispatched } from '../../../shared/service/usecases/reviewed-filings.ts';
import { background, task } from '../../../shared/web/http/background.ts';

const Input = z.object({
  subjectType: z.enum(products),
  subjectId: z.string(),
  eventId: z.optional(z.string()),
});

const run = async ({ subjectType, subjectId, eventId }: z.output<typeof Input>, deps: CoreDeps) => {
  await markDispatched({ type: subjectType, id: subjectId }, deps);
  await finishEvent(eventId, deps);
};

export const handler = background(task('review-dispatch/mark-dispatched', Input, run), coreDeps);
