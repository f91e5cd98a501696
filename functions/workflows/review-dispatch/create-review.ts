import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/deps/core.ts';
import { products } from '../../../shared/domain/voucher.ts';
import { task } from '../../../shared/http/task.ts';
import { createReview } from '../../../shared/usecases/dispatch-review.ts';

const Input = z.object({
  submissionId: z.string(),
  subjectType: z.enum(products),
  subjectId: z.string(),
});

const run = ({ submissionId, subjectType, subjectId }: z.output<typeof Input>, deps: CoreDeps) =>
  createReview({ submissionId, subject: { type: subjectType, id: subjectId } }, deps);

export const handler = task('review-dispatch/create-review', Input, run, coreDeps);
