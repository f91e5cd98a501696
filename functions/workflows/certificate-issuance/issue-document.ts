import * as z from 'zod/mini';
import { issueCertificate } from '../../../shared/certificates/usecases/issue-certificate.ts';
import { type WorkflowDeps, workflowDeps } from '../../../shared/documents/deps/workflow.ts';
import { finishEvent } from '../../../shared/platform/usecases/deliver-once.ts';
import { background, task } from '../../../shared/web/http/background.ts';

const Input = z.object({ requestId: z.string(), eventId: z.optional(z.string()) });

const run = async ({ requestId, eventId }: z.output<typeof Input>, deps: WorkflowDeps) => {
  const outcome = await issueCertificate(requestId, deps);
  // The workflow ends here.
  if (outcome !== 'issued') await finishEvent(eventId, deps);
  return { outcome };
};

export const handler = background(
  task('certificate-issuance/issue-document', Input, run),
  workflowDeps,
);
