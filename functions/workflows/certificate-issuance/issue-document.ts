import * as z from 'zod/mini';
import { type WorkflowDeps, workflowDeps } from '../../../shared/deps/workflow.ts';
import { task } from '../../../shared/http/task.ts';
import { issueCertificate } from '../../../shared/usecases/issue-certificate.ts';

const Input = z.object({ requestId: z.string() });

const run = async ({ requestId }: z.output<typeof Input>, deps: WorkflowDeps) => ({
  outcome: await issueCertificate(requestId, deps),
});

export const handler = task('certificate-issuance/issue-document', Input, run, workflowDeps);
