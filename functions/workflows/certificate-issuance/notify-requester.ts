import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/kernel/deps/core.ts';
import { notifyCertificate } from '../../../shared/service/usecases/notify-certificate.ts';
import { task } from '../../../shared/web/task.ts';

const Input = z.object({ requestId: z.string() });

const run = ({ requestId }: z.output<typeof Input>, deps: CoreDeps) =>
  notifyCertificate(requestId, deps);

export const handler = task('certificate-issuance/notify-requester', Input, run, coreDeps);
