import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/kernel/deps/core.ts';

import { products } from '../../../shared/kernel/domain/product.ts';
import { createReview } from '../../../shared/reviews/usecases/create-review.ts';

import { task } from '../../../shared/web/task.ts';

const Input = z.object({
  submissionId: z.string(),
  subjectType: z.enum(products),
  subjectId: z.string(),
});

const run = ({ submissionId, subjectType, subjectId }: z.output<typeof Input>, deps: CoreDeps) =>
  createReview({ submissionId, subject: { type: subjectType, id: subjectId } }, deps);

export const handler = task('review-dispatch/create-review', Input, run, coreDeps);
