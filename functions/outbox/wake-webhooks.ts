import { type WakingDeps, wakeEndpoints } from '../../shared/events/usecases/work-for-endpoint.ts';
import { wakingDeps } from '../../shared/service/deps/outbox.ts';
import { background } from '../../shared/web/http/background.ts';

/** Sends the webhooks that are due. Runs on a schedule and ignores its input. */
export const handler = background(
  async (deps: WakingDeps) => ({ woken: await wakeEndpoints(deps) }),
  wakingDeps,
  'due webhooks could not be read',
);
