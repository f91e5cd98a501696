import * as z from 'zod/mini';
import { type WorkflowDeps, workflowDeps } from '../../../shared/deps/workflow.ts';
import { task } from '../../../shared/http/task.ts';
import { issueIncorporationDocuments } from '../../../shared/usecases/issue-incorporation-documents.ts';

export const Input = z.object({ reviewId: z.string() });

export const run = ({ reviewId }: z.output<typeof Input>, deps: WorkflowDeps) =>
  issueIncorporationDocuments(reviewId, deps);

export const handler = task('review-decision/issue-documents', Input, run, workflowDeps);
