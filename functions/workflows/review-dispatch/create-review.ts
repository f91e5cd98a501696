import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/kernel/deps/core.ts';
import { products } from '../../../shared/kernel/domain/product.ts';
import { createReview } from '../../../shared/reviews/usecases/create-review.ts';
import { readCaseFacts } from '../../../shared/service/usecases/read-review-pages.ts';
import { background, task } from '../../../shared/web/http/background.ts';

const Input = z.object({
  submissionId: z.string(),
  subjectType: z.enum(products),
  subjectId: z.string(),
});

function run({ submissionId, subjectType, subjectId }: z.output<typeof Input>, deps: CoreDeps) {
  const subject = { type: subjectType, id: subjectId };
  return createReview({ submissionId, subject }, () => readCaseFacts(subject, deps), deps);
}

export const handler = background(task('review-dispatch/create-review', Input, run), coreDeps);
