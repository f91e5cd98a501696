import * as z from 'zod/mini';
import { type CoreDeps, coreDeps } from '../../../shared/kernel/deps/core.ts';
import { finishEvent } from '../../../shared/platform/usecases/deliver-once.ts';
import { notifyCertificate } from '../../../shared/service/usecases/notify-owner.ts';
import { background, task } from '../../../shared/web/http/background.ts';

const Input = z.object({ requestId: z.string(), eventId: z.optional(z.string()) });

const run = async ({ requestId, eventId }: z.output<typeof Input>, deps: CoreDeps) => {
  await notifyCertificate(requestId, deps);
  await finishEvent(eventId, deps);
};

export const handler = background(
  task('certificate-issuance/notify-requester', Input, run),
  coreDeps,
);
