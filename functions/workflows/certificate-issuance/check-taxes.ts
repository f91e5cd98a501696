import * as z from 'zod/mini';
import { assessCertificate } from '../../../shared/certificates/usecases/assess-certificate.ts';
import { type CoreDeps, coreDeps } from '../../../shared/kernel/deps/core.ts';
import { task } from '../../../shared/web/task.ts';

const Input = z.object({ requestId: z.string() });

const run = async ({ requestId }: z.output<typeof Input>, deps: CoreDeps) => ({
  outcome: await assessCertificate(requestId, deps),
});

export const handler = task('certificate-issuance/check-taxes', Input, run, coreDeps);
