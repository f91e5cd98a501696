/**
 * The outbox queues: one for each event consumer, so that a failing consumer does not block others.
 */
export const outboxQueues = [
  'mail',
  'gateway-keys',
  'workflows',
  'sandbox',
  'webhooks',
  'logouts',
] as const;
export type OutboxQueue = (typeof outboxQueues)[number];

/**
 * Events of unknown types, and messages that the router could not parse. No function consumes this
 * queue.
 */
export const unrouted = 'unrouted';

/** The owner of a dead-letter queue: a consumer's queue, or the router. */
export const deadLetterQueues = [...outboxQueues, unrouted] as const;
export type DeadLetterQueue = (typeof deadLetterQueues)[number];

/**
 * Events that their consumer's queue rejected, so that they do not block others. The router
 * consumes this queue; events that it can't route become dead letters of `unrouted`.
 */
export const detour = 'detour';

/** The message type with which the router retries an event that is not in any feed yet. */
export const feedsRetry = 'feeds.retry';

/** The same for a change after which credentials could not be checked yet. */
export const credentialsRetry = 'credentials.retry';

/** Every queue to which the router sends. */
export type RoutedQueue = DeadLetterQueue | typeof detour;

/** A value for each queue. The sandbox queue exists in sandboxes only. */
export type OfQueues<Name extends string, Value> = Readonly<
  Record<Exclude<Name, 'sandbox'>, Value>
> & { readonly sandbox?: Value | undefined };

/** The number of receptions after which a message becomes a dead letter. */
export const maxReceptions = 12;

/**
 * The reception from which failures count for the alarm: after pauses of 2, 4, 8 and 16 seconds, so
 * that short outages raise none.
 */
export const alarmingReception = 5;

/** The state machines; each is a file `lib/workflows/<name>.asl.json`. */
export const workflowNames = [
  'review-dispatch',
  'review-decision',
  'certificate-issuance',
  'migration',
] as const;
export type WorkflowName = (typeof workflowNames)[number];
