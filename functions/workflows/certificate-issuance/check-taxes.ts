import * as z from 'zod/mini';
import { assessCertificate } from '../../../shared/certificates/usecases/approve-certificate.ts';
import { type CoreDeps, coreDeps } from '../../../shared/kernel/deps/core.ts';
import { finishEvent } from '../../../shared/platform/usecases/deliver-once.ts';
import { background, task } from '../../../shared/web/http/background.ts';

const Input = z.object({ requestId: z.string(), eventId: z.optional(z.string()) });

const run = async ({ requestId, eventId }: z.output<typeof Input>, deps: CoreDeps) => {
  const outcome = await assessCertificate(requestId, deps);
  // The workflow ends here.
  if (outcome !== 'approved') await finishEvent(eventId, deps);
  return { outcome };
};

export const handler = background(task('certificate-issuance/check-taxes', Input, run), coreDeps);
