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
 * Does what follows from an event. It comes at least once, late perhaps, and in any order: a consumer reads the state
 * that is, and can be repeated. It throws when it has to be.
 */
export type Consumer<Event extends OutboxEvent, Deps> = (
  delivery: Delivery<Event>,
  deps: Deps,
) => Promise<void>;
