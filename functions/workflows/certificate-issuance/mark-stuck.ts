import * as z from 'zod/mini';
import { type WorkDeps, workDeps } from '../../../shared/kernel/deps/root.ts';
import { markStuck } from '../../../shared/reviews/usecases/mark-stuck.ts';
import { background, task } from '../../../shared/web/http/background.ts';

const Input = z.object({ requestId: z.string(), error: z.string() });

const run = ({ requestId, error }: z.output<typeof Input>, deps: WorkDeps) =>
  markStuck(
    { type: 'certificate_request', id: requestId },
    { workflow: 'certificate-issuance', error },
    deps,
  );

export const handler = background(task('certificate-issuance/mark-stuck', Input, run), workDeps);
