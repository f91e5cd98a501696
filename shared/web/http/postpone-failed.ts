import type { SQSRecord } from 'aws-lambda';
import type { Log } from '../../kernel/aws/log.ts';
import { outsideDeadline } from '../../kernel/runtime/deadline.ts';
import type { Queues } from '../../platform/aws/queues.ts';
import { retryDelay } from '../../platform/domain/consumer.ts';

/** What it takes to have messages of a queue come again. */
export interface PostponingDeps {
  readonly log: Log;
  readonly queues: Pick<Queues, 'postpone'>;
  readonly queueUrl: string;
}

/**
 * Has messages that failed come again after a while that grows with their receptions. Without this they would come again
 * when the queue's own time is over: minutes later, too late for a code. So it is should this fail, too.
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
    // The time may be over, which is why they failed.
    await outsideDeadline(() => queues.postpone(queueUrl, messages));
  } catch (error) {
    log.error('failed events wait for the time of their queue', {}, error);
  }
}
