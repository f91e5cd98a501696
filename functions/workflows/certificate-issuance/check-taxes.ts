import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/deps/core.ts';
import { task } from '../../../shared/http/task.ts';
import { assessCertificate } from '../../../shared/usecases/assess-certificate.ts';

const Input = z.object({ requestId: z.string() });

const run = async ({ requestId }: z.output<typeof Input>, deps: CoreDeps) => ({
  outcome: await assessCertificate(requestId, deps),
});

export const handler = task('certificate-issuance/check-taxes', Input, run, coreDeps);
