import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Log } from '../../kernel/aws/log.ts';
import { alarmingReception, type OutboxQueue } from '../../kernel/domain/outbox-queue.ts';
import { causedBy } from '../../kernel/runtime/cause.ts';
import { outsideDeadline } from '../../kernel/runtime/deadline.ts';
import type { Queues } from '../../platform/aws/queues.ts';
import { parseEvent } from '../../platform/db/stored-event.ts';
import {
  BeingDelivered,
  type Consumer,
  type EventsOf,
  isFor,
  retryDelay,
} from '../../platform/domain/consumer.ts';

/** A consumer's part of its queue. */
export type QueueDeps = PostponingDeps;

/**
 * The consumer of a queue, for `background()`. It processes all messages of a batch in parallel, so none waits for
 * another. A failed message is reported alone and comes again after growing pauses, until it was received
 * `maxReceptions` times. The log has the result of each; longer failures are measured.
 */
export function queueConsumer<Queue extends OutboxQueue, D>(
  queue: Queue,
  consume: Consumer<EventsOf<Queue>, D>,
): (deps: D & QueueDeps, event: SQSEvent) => Promise<SQSBatchResponse> {
  async function deliver({ body }: SQSRecord, given: D & QueueDeps): Promise<void> {
    const stored = parseEvent(JSON.parse(body));
    const { id, createdAt, requestId, event } = stored;
    if (!isFor(queue, event)) throw new Error(`${event.type} does not come from ${queue}`);
    await causedBy(requestId, async () => {
      await consume({ id, createdAt, requestId, event }, given);
      given.log.info('event', { eventId: id, type: event.type });
    });
  }

  /** Another copy that is being delivered is not a failure. */
  function logFailure({ attributes }: SQSRecord, error: unknown, { log }: QueueDeps): void {
    if (Number(attributes.ApproximateReceiveCount) < alarmingReception) return;
    if (error instanceof BeingDelivered) return;
    log.measure({ metric: 'UndeliveredEvents', value: 1, dimensions: { Queue: queue } });
  }

  return async (given, { Records: records }) => {
    const failed: SQSRecord[] = [];
    const delivered = records.map(async (record) => {
      try {
        await deliver(record, given);
      } catch (error) {
        failed.push(record);
        given.log.error('an outbox event was not delivered', { eventId: idOf(record) }, error);
        logFailure(record, error, given);
      }
    });
    await Promise.all(delivered);
    await postponeFailed(failed, given);
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
}

/** The id of the event; undefined for a body that is not an event. */
function idOf({ body }: SQSRecord): string | undefined {
  try {
    return String(JSON.parse(body).id);
  } catch {
    return undefined;
  }
}

/** Dependencies for delivering queue messages again. */
interface PostponingDeps {
  readonly log: Log;
  readonly queues: Pick<Queues, 'postpone'>;
  readonly queueUrl: string;
}

/**
 * Delivers failed messages again after a delay that grows with their receptions. Without this, or
 * if it fails, they return after the queue's visibility timeout: minutes later, too late for a
 * sign-in code.
 */
export async function postponeFailed(
  records: readonly SQSRecord[],
  { queues, queueUrl, log }: PostponingDeps,
): Promise<void> {
  if (records.length === 0) return;
  const messages = records.map(({ receiptHandle, attributes }) => ({
    receipt: receiptHandle,
    seconds: retryDelay(Number(attributes.ApproximateReceiveCount)),
  }));
  try {
    // The deadline may have passed, which may be why they failed.
    await outsideDeadline(() => queues.postpone(queueUrl, messages));
  } catch (error) {
    log.error('failed events wait for the timeout of their queue', {}, error);
  }
}
