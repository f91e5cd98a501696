/** The queues of the outbox: one for each consumer of events, so that none waits for another's trouble. */
export const outboxQueues = [
  'mail',
  'gateway-keys',
  'workflows',
  'sandbox',
  'webhooks',
  'logouts',
] as const;
export type OutboxQueue = (typeof outboxQueues)[number];

/** Events of unknown types, and messages that the router could not read. No function consumes this queue. */
export const unrouted = 'unrouted';

/** The owner of a dead-letter queue: a consumer's queue, or the router. */
export const deadLetterQueues = [...outboxQueues, unrouted] as const;
export type DeadLetterQueue = (typeof deadLetterQueues)[number];

/**
 * Events that their consumer's queue does not accept, so that they do not block others. The router consumes this queue
 * itself; what it finally can't route becomes a dead letter of `unrouted`.
 */
export const detour = 'detour';

/** The type of what the router puts there for itself: an event for the feeds that no feed has taken yet. */
export const recordedLater = 'feeds.told_later';

/** The same for a change after which credentials must be checked, which could not be done yet. */
export const judgedLater = 'credentials.judged_later';

/** Every queue that the router fills. */
export type RoutedQueue = DeadLetterQueue | typeof detour;

/** A value for each queue. The sandbox's queue exists only in a sandbox. */
export type OfQueues<Name extends string, Value> = Readonly<
  Record<Exclude<Name, 'sandbox'>, Value>
> & { readonly sandbox?: Value | undefined };

/** After so many receptions a message is among the dead letters. */
export const maxReceptions = 12;

/**
 * From this reception on a failure is counted for the alarm: the pauses before it, 2, 4, 8 and 16 seconds, are over, so
 * that what was away for a moment is back.
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
