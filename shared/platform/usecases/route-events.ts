import type { Log } from '../../kernel/aws/log.ts';
import {
  alarmingReception,
  type DeadLetterQueue,
  detour,
  type OfQueues,
  type OutboxQueue,
  type RoutedQueue,
  unrouted,
} from '../../kernel/domain/outbox-queue.ts';
import type { Queues } from '../aws/queues.ts';
import { outboxPrefix, queueOf } from '../domain/consumer.ts';

/** Dependencies to put events into queues. */
export interface RoutingDeps {
  readonly log: Log;
  readonly queues: Queues;
  /** The URLs of the consumers' queues, of the queue for events without a consumer, and of the detour. */
  readonly queueUrls: OfQueues<RoutedQueue, string>;
}

/** An item from the stream. It should be an event. */
export type StreamItem = Readonly<Record<string, unknown>>;

/** Log message for an event without a consumer. */
const isUnrouted = 'an event has no consumer';

/** Whether an item of this partition is an event. */
export function isOfOutbox(pk: string | undefined): boolean {
  return pk?.startsWith(outboxPrefix) === true;
}

/**
 * Puts each item of the outbox into the queue of its consumer, in any order. An item that is not a valid event, or has
 * an unknown type, goes to the dead letters immediately and delays no other item. Items that their queue refuses go to
 * the detour queue, so that the stream continues. Returns the positions of those that neither queue accepted, which
 * must be delivered again.
 */
export async function routeEvents(
  items: readonly StreamItem[],
  deps: RoutingDeps,
): Promise<readonly number[]> {
  const routed = routesOf(items);
  const refused = await fill(routed, deps);
  if (refused.length === 0) return [];
  return (
    await fill(
      refused.map((each) => ({ ...each, queue: detour })),
      deps,
    )
  ).map(({ index: place }) => place);
}

/**
 * Tries events on the detour again; `receptions` is how often each was received. Returns the positions of those that
 * their queues still refuse. The delay of events that have waited for a while is measured.
 */
export async function rerouteEvents(
  items: readonly { readonly item: StreamItem; readonly receptions: number }[],
  deps: RoutingDeps,
): Promise<readonly number[]> {
  const refused = await fill(routesOf(items.map(({ item }) => item)), deps);
  for (const { queue, index: place } of refused) {
    const isAlarming = (items[place]?.receptions ?? 0) >= alarmingReception;
    if (isAlarming && isConsumed(queue)) {
      deps.log.measure({ metric: 'UndeliveredEvents', value: 1, dimensions: { Queue: queue } });
    }
  }
  return refused.map(({ index: place }) => place);
}

interface Routed {
  readonly index: number;
  readonly queue: RoutedQueue;
  readonly eventId: string;
  readonly body: string;
}

function routesOf(items: readonly StreamItem[]): readonly Routed[] {
  return items.map((item, index) => ({ index, ...routeOf(item) }));
}

function isConsumed(queue: RoutedQueue): queue is OutboxQueue {
  return queue !== unrouted && queue !== detour;
}

/** The events that their queues refused, in order. */
async function fill(
  routed: readonly Routed[],
  { queues, queueUrls, log }: RoutingDeps,
): Promise<readonly Routed[]> {
  const groups = Map.groupBy(routed, ({ queue }) =>
    queueUrls[queue] === undefined ? unrouted : queue,
  );
  const failed = await Promise.all(
    Array.from(groups, async ([queue, group]) => {
      if (queue === unrouted) for (const { eventId } of group) log.error(isUnrouted, { eventId });
      try {
        const refused = await queues.send(
          queueUrls[queue] ?? queueUrls[unrouted],
          group.map(({ body }) => body),
        );
        return refused.flatMap((index) => group[index] ?? []);
      } catch (error) {
        // The other queues still get their events.
        log.error('a queue refused events', { queue }, error);
        return group;
      }
    }),
  );
  return failed.flat().toSorted((left, right) => left.index - right.index);
}

/** The message body is the event as stored, without the fields that only the table needs. */
function routeOf({ pk, sk: _, ttl: __, ...event }: StreamItem) {
  const type: unknown = Reflect.get(Object(event['event']), 'type');
  const queue: DeadLetterQueue = queueOf(type) ?? unrouted;
  const eventId = String(event['id'] ?? pk);
  return { queue, eventId, body: JSON.stringify({ id: eventId, ...event }) };
}
