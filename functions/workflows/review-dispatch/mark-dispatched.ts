import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/deps/core.ts';
import { products } from '../../../shared/domain/voucher.ts';
import { task } from '../../../shared/http/task.ts';
import { markDispatched } from '../../../shared/usecases/dispatch-review.ts';

const Input = z.object({ subjectType: z.enum(products), subjectId: z.string() });

const run = ({ subjectType, subjectId }: z.output<typeof Input>, deps: CoreDeps) =>
  markDispatched({ type: subjectType, id: subjectId }, deps);

export const handler = task('review-dispatch/mark-dispatched', Input, run, coreDeps);
