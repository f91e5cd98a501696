import type { Context } from 'aws-lambda';
import { type WakingDeps, wakeEndpoints } from '../../shared/events/usecases/work-for-endpoint.ts';
import { root } from '../../shared/kernel/deps/root.ts';
import { inTime } from '../../shared/kernel/runtime/deadline.ts';
import { wakingDeps } from '../../shared/service/deps/outbox.ts';

/** Called by the schedule: sends the webhooks that are due. Ignores its input. */
async function run(deps: WakingDeps): Promise<{ readonly woken: number }> {
  try {
    return { woken: await wakeEndpoints(deps) };
  } catch (error) {
    deps.log.error('webhooks that are due could not be looked for', {}, error);
    throw error;
  }
}

const deps = root(wakingDeps);

export const handler = (_event: unknown, context?: Context): Promise<{ readonly woken: number }> =>
  inTime(context, () => run(deps()));
