import * as z from 'zod/mini';
import { type WorkflowDeps, workflowDeps } from '../../../shared/documents/deps/workflow.ts';
import { issueReviewDocuments } from '../../../shared/service/usecases/reviewed-filings.ts';
import { background, task } from '../../../shared/web/http/background.ts';

const Input = z.object({ reviewId: z.string() });

const run = ({ reviewId }: z.output<typeof Input>, deps: WorkflowDeps) =>
  issueReviewDocuments(reviewId, deps);

export const handler = background(
  task('review-decision/issue-documents', Input, run),
  workflowDeps,
);
