import {
  deadLetterQueues,
  detour,
  maxReceptions,
  outboxQueues,
  type RoutedQueue,
  unrouted,
} from '../shared/kernel/domain/outbox-queue.ts';
import { consumers, router, visibilityTimeout } from '../shared/service/routes/background.ts';
import type { QueueSettings, SqsEngine, SqsHandler } from './engines/sqs.ts';

/** The queue with another queue's dead letters. Events without a consumer become dead letters immediately. */
export function deadLettersOf(queue: (typeof deadLetterQueues)[number]): string {
  return queue === unrouted ? unrouted : `${queue}-dead`;
}

/** The queues of the outbox as in a deployment. */
export const outboxQueueSettings: Readonly<Record<string, QueueSettings>> = {
  ...Object.fromEntries(
    deadLetterQueues.map((queue) => [deadLettersOf(queue), { visibilityTimeout: 30 }]),
  ),
  ...Object.fromEntries(
    outboxQueues.map((queue) => [
      queue,
      {
        visibilityTimeout: visibilityTimeout(queue),
        redrive: { deadLetters: deadLettersOf(queue), maxReceptions },
      },
    ]),
  ),
  [detour]: {
    visibilityTimeout: visibilityTimeout(detour),
    redrive: { deadLetters: deadLettersOf(unrouted), maxReceptions },
  },
};

/** URLs as functions get them from their environment. */
export function queueUrls({ urlOf }: Pick<SqsEngine, 'urlOf'>) {
  const urls = (name: (queue: (typeof deadLetterQueues)[number]) => string) =>
    // Object.fromEntries loses the type of the names.
    Object.fromEntries(deadLetterQueues.map((queue) => [queue, urlOf(name(queue))])) as Record<
      (typeof deadLetterQueues)[number],
      string
    >;
  return {
    queueUrls: { ...urls((queue) => queue), [detour]: urlOf(detour) },
    deadLetterUrls: urls(deadLettersOf),
  };
}

/**
 * Connects each queue to its function, and the detour to the router; `load` returns a handler when it is first needed.
 */
export function connectConsumers(
  sqs: SqsEngine,
  load: (queue: RoutedQueue, entry: string) => Promise<SqsHandler>,
  options: { readonly batchSize?: number } = {},
): void {
  for (const queue of [...outboxQueues, detour] as const) {
    const { entry } = queue === detour ? router : consumers[queue];
    sqs.connect(queue, {
      ...options,
      // One unresponsive receiver must not block the others.
      ...((queue === 'webhooks' || queue === 'logouts') && {
        batchSize: 1,
        concurrency: consumers[queue].concurrency,
      }),
      functionName: entry.replace(/^functions\/outbox\//, 'outbox-').replace(/\.ts$/, ''),
      handler: async (event, context) => (await load(queue, entry))(event, context),
    });
  }
}
