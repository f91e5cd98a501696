import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/deps/core.ts';
import { task } from '../../../shared/http/task.ts';
import { notifyCertificate } from '../../../shared/usecases/notify-certificate.ts';

const Input = z.object({ requestId: z.string() });

const run = ({ requestId }: z.output<typeof Input>, deps: CoreDeps) =>
  notifyCertificate(requestId, deps);

export const handler = task('certificate-issuance/notify-requester', Input, run, coreDeps);
