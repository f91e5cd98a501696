import * as z from 'zod/mini';
import { type WorkDeps, workDeps } from '../../../shared/kernel/deps/root.ts';

import { products } from '../../../shared/kernel/domain/product.ts';
import { markStuck } from '../../../shared/reviews/usecases/mark-stuck.ts';

import { background, task } from '../../../shared/web/http/background.ts';

const Input = z.object({
  subjectType: z.enum(products),
  subjectId: z.string(),
  error: z.string(),
});

const run = ({ subjectType, subjectId, error }: z.output<typeof Input>, deps: WorkDeps) =>
  markStuck({ type: subjectType, id: subjectId }, { workflow: 'review-dispatch', error }, deps);

export const handler = background(task('review-dispatch/mark-stuck', Input, run), workDeps);
