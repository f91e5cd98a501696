import type { Consumer, EventOf } from '../../platform/domain/consumer.ts';
import { endpointsOf, type StoredWebhookEndpoint } from '../db/webhook-endpoints.ts';
import type { DeliveringDeps } from '../deps/webhook-deps.ts';
import { workForEndpoint } from './work-for-endpoint.ts';

/** Tells the addresses of a feed, or one of them, what is due; beside each other, so that none waits for another. */
export const tellEndpoints: Consumer<EventOf<'webhooks.wanted'>, DeliveringDeps> = async (
  { event: { feed, endpointId } },
  deps,
) => {
  const ids =
    endpointId === undefined
      ? (await endpointsOf(deps.table, feed)).flatMap((endpoint) =>
          endpoint.status === 'active' && !isLeftAlone(endpoint, deps.now()) ? endpoint.id : [],
        )
      : [endpointId];
  const done = await Promise.allSettled(ids.map((id) => workForEndpoint({ feed, id }, deps)));
  for (const each of done) if (each.status === 'rejected') throw each.reason;
};

/** Whose receiver hangs is looked after when its pause is over, or somebody asks for it, and not with each event. */
function isLeftAlone({ hung = 0, dueAt }: StoredWebhookEndpoint, now: Date): boolean {
  return hung > 0 && dueAt !== null && dueAt > now.toISOString();
}
