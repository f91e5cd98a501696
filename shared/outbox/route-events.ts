import type { Log } from '../kernel/aws/log.ts';
import { type DeadLetterQueue, unrouted } from '../kernel/domain/outbox-queue.ts';
import { queueOf } from './queue-of.ts';
import type { Queues } from './queues.ts';

/** What it takes to put events into queues. */
export interface RoutingDeps {
  readonly log: Log;
  readonly queues: Queues;
  /** The URL of each consumer's queue, and of the one for what is for none. */
  readonly queueUrls: Readonly<Record<DeadLetterQueue, string>>;
}

/** An item as the stream has it: an event, one hopes. */
export type StreamItem = Readonly<Record<string, unknown>>;

/** What the log says of an event that nobody consumes. */
export const isUnrouted = 'an event is for nobody';

/**
 * Puts each item of the outbox into the queue of its consumer, in whatever order. One that is no event, or of a type
 * that nobody knows, goes among the dead letters at once and holds up none. Answers the places of those that no queue
 * took, which are to come again.
 */
export async function routeEvents(
  items: readonly StreamItem[],
  { queues, queueUrls, log }: RoutingDeps,
): Promise<readonly number[]> {
  const routed = items.map((item, place) => ({ place, ...routeOf(item) }));
  const groups = Map.groupBy(routed, ({ queue }) => queue);
  const failed = await Promise.all(
    Array.from(groups, async ([queue, group]) => {
      if (queue === unrouted) for (const { eventId } of group) log.error(isUnrouted, { eventId });
      try {
        const refused = await queues.send(
          queueUrls[queue],
          group.map(({ body }) => body),
        );
        return refused.flatMap((index) => group[index]?.place ?? []);
      } catch (error) {
        // The other queues get theirs all the same.
        log.error('a queue took no events', { queue }, error);
        return group.map(({ place }) => place);
      }
    }),
  );
  return failed.flat().toSorted((a, b) => a - b);
}

/** The body of a message is the event as it is stored, without what only the table needs. */
function routeOf({ pk, sk: _, ttl: __, ...event }: StreamItem) {
  const type: unknown = Reflect.get(Object(event['event']), 'type');
  const queue: DeadLetterQueue = queueOf(type) ?? unrouted;
  const eventId = String(event['id'] ?? pk);
  return { queue, eventId, body: JSON.stringify({ id: eventId, ...event }) };
}
