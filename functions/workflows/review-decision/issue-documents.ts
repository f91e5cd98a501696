import * as z from 'zod/mini';
import { type WorkflowDeps, workflowDeps } from '../../../shared/deps/workflow.ts';
import { task } from '../../../shared/http/task.ts';
import { issueReviewDocuments } from '../../../shared/usecases/issue-review-documents.ts';

const Input = z.object({ reviewId: z.string() });

const run = ({ reviewId }: z.output<typeof Input>, deps: WorkflowDeps) =>
  issueReviewDocuments(reviewId, deps);

export const handler = task('review-decision/issue-documents', Input, run, workflowDeps);
