import * as z from 'zod/mini';
import { issueCertificate } from '../../../shared/certificates/usecases/issue-certificate.ts';
import { type WorkflowDeps, workflowDeps } from '../../../shared/documents/deps/workflow.ts';
import { task } from '../../../shared/web/task.ts';

const Input = z.object({ requestId: z.string() });

const run = async ({ requestId }: z.output<typeof Input>, deps: WorkflowDeps) => ({
  outcome: await issueCertificate(requestId, deps),
});

export const handler = task('certificate-issuance/issue-document', Input, run, workflowDeps);
