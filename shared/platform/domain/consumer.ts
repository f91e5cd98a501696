import type { OutboxQueue } from '../../kernel/domain/outbox-queue.ts';
import type { OutboxEvent } from './outbox-event.ts';

export type EventOf<Type extends OutboxEvent['type']> = Extract<
  OutboxEvent,
  { readonly type: Type }
>;

/** An event as it comes to its consumer. */
export interface Delivery<Event extends OutboxEvent> {
  readonly id: string;
  readonly createdAt: string;
  /** The call that caused it, where there was one. */
  readonly requestId?: string | undefined;
  readonly event: Event;
}

/**
 * Does what follows from an event. Events arrive at least once, perhaps late, and in any order, so a consumer reads the current
 * state and can be repeated. It throws to be repeated.
 */
export type Consumer<Event extends OutboxEvent, Deps> = (
  delivery: Delivery<Event>,
  deps: Deps,
) => Promise<void>;

/** Exhaustive on purpose: a new event does not compile until someone says who does what follows from it. */
const queueOfType = {
  'gateway_key.wanted': 'gateway-keys',
  'gateway_keys.unwanted': 'gateway-keys',
  'review.wanted': 'workflows',
  'review.decided': 'workflows',
  'certificate.paid': 'workflows',
  'migration.wanted': 'workflows',
  'mail.wanted': 'mail',
  'review.made_in_sandbox': 'sandbox',
  'webhooks.wanted': 'webhooks',
  'sandbox_webhook.wanted': 'sandbox',
  'logout.wanted': 'logouts',
  'logout.due': 'logouts',
} as const satisfies Readonly<Record<OutboxEvent['type'], OutboxQueue>>;

/** The events that come to a queue. */
export type EventsOf<Queue extends OutboxQueue> = {
  [Type in OutboxEvent['type']]: (typeof queueOfType)[Type] extends Queue ? EventOf<Type> : never;
}[OutboxEvent['type']];

/** The queue of an event of this type; undefined for one that nobody knows. */
export function queueOf(type: unknown): OutboxQueue | undefined {
  return typeof type === 'string' && Object.hasOwn(queueOfType, type)
    ? queueOfType[type as OutboxEvent['type']] // it is a key of the record
    : undefined;
}

/** Whether an event comes to this queue. */
export function isFor<Queue extends OutboxQueue>(
  queue: Queue,
  event: OutboxEvent,
): event is EventsOf<Queue> {
  return queueOf(event.type) === queue;
}

/**
 * How long a message waits after it could not be delivered for the nth time, in seconds: 2, 4, 8 and so on, and never
 * more than 15 minutes. Twelve receptions take about 47 minutes.
 */
export function retryDelay(receptions: number): number {
  return Math.min(2 ** Math.max(1, receptions), 900);
}

/** Another copy of the event is being delivered now: this one is to come back when that is over. */
export class BeingDelivered extends Error {
  constructor(eventId: string) {
    super(`${eventId} is being delivered`);
    this.name = 'BeingDelivered';
  }
}
