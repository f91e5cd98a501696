import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/kernel/deps/core.ts';

import { products } from '../../../shared/kernel/domain/product.ts';
import { markDispatched } from '../../../shared/service/usecases/mark-dispatched.ts';

import { task } from '../../../shared/web/task.ts';

const Input = z.object({ subjectType: z.enum(products), subjectId: z.string() });

const run = ({ subjectType, subjectId }: z.output<typeof Input>, deps: CoreDeps) =>
  markDispatched({ type: subjectType, id: subjectId }, deps);

export const handler = task('review-dispatch/mark-dispatched', Input, run, coreDeps);
