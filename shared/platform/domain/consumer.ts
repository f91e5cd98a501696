import type { OutboxQueue } from '../../kernel/domain/outbox-queue.ts';
import type { OutboxEvent } from './outbox-event.ts';

/** The prefix of the partition key of every item in the outbox. The stream's filter uses it. */
export const outboxPrefix = 'OUTBOX#';

export type EventOf<Type extends OutboxEvent['type']> = Extract<
  OutboxEvent,
  { readonly type: Type }
>;

/** An event as its consumer gets it. */
export interface Delivery<Event extends OutboxEvent> {
  readonly id: string;
  readonly createdAt: string;
  /** The API call that caused it, if there was one. */
  readonly requestId?: string | undefined;
  readonly event: Event;
}

/**
 * Does the work of an event. Events arrive at least once, perhaps late, and in any order, so a consumer reads the
 * current state and can be repeated. If it throws, the event is delivered again.
 */
export type Consumer<Event extends OutboxEvent, Deps> = (
  delivery: Delivery<Event>,
  deps: Deps,
) => Promise<void>;

/** Exhaustive on purpose: a new event type does not compile until it has a queue. */
const queueOfType = {
  'gateway_key.requested': 'gateway-keys',
  'gateway_keys.obsolete': 'gateway-keys',
  'review.requested': 'workflows',
  'review.decided': 'workflows',
  'certificate.paid': 'workflows',
  'migration.requested': 'workflows',
  'mail.requested': 'mail',
  'review.created_in_sandbox': 'sandbox',
  'webhooks.requested': 'webhooks',
  'sandbox_webhook.requested': 'sandbox',
  'logout.requested': 'logouts',
  'logout.due': 'logouts',
} as const satisfies Readonly<Record<OutboxEvent['type'], OutboxQueue>>;

/** The events that go to a queue. */
export type EventsOf<Queue extends OutboxQueue> = {
  [Type in OutboxEvent['type']]: (typeof queueOfType)[Type] extends Queue ? EventOf<Type> : never;
}[OutboxEvent['type']];

/** The queue of this event type, or undefined if the type is unknown. */
export function queueOf(type: unknown): OutboxQueue | undefined {
  return typeof type === 'string' && Object.hasOwn(queueOfType, type)
    ? queueOfType[type as OutboxEvent['type']] // checked above: it is a key of the record
    : undefined;
}

/** Whether an event goes to this queue. */
export function isFor<Queue extends OutboxQueue>(
  queue: Queue,
  event: OutboxEvent,
): event is EventsOf<Queue> {
  return queueOf(event.type) === queue;
}

/**
 * How long a message waits after its nth failed delivery, in seconds: 2, 4, 8 and so on, at most 15 minutes. Twelve
 * attempts take about 47 minutes.
 */
export function retryDelay(receptions: number): number {
  return Math.min(2 ** Math.max(1, receptions), 900);
}

/** Another copy of the event is being delivered now. This copy must be tried again later. */
export class BeingDelivered extends Error {
  constructor(eventId: string) {
    super(`${eventId} is being delivered`);
    this.name = 'BeingDelivered';
  }
}
