import { join } from 'node:path';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBStreamHandler } from 'aws-lambda';
import { outboxPrefix } from '../shared/outbox/outbox.ts';
import { lambdaContext } from './engines/lambda-context.ts';
import {
  type StreamHandler,
  type StreamPoller,
  startStreamPoller,
} from './engines/stream-poller.ts';
import { openParkedEvents, type ParkedEvents } from './parked-events.ts';

/** The outbox's event source, and what it could not deliver. */
export type Pump = StreamPoller & {
  /** Tries parked events once more, and says on the console what became of them. */
  readonly redeliver: ParkedEvents['redeliver'];
};

const functionName = 'outbox-deliver';
const maximumAttempts = 5;

/**
 * Delivers outbox events from the table's stream to the same function that AWS calls, with the same filter: new
 * items of the outbox and nothing else. What keeps failing is parked, as in a dead-letter queue.
 */
export function startPump(parts: {
  readonly streams: DynamoDBStreamsClient;
  readonly tableName: string;
  readonly dataDirectory?: string | undefined;
  readonly handler?: StreamHandler;
  readonly retryDelayMilliseconds?: (attempt: number) => number;
}): Pump {
  const { streams, tableName, dataDirectory, handler = deliverBatch } = parts;
  const parked = openParkedEvents(dataDirectory, async (record) => {
    const answer = await handler({ Records: [record] }, lambdaContext(functionName));
    if ((answer?.batchItemFailures ?? []).length > 0) throw new Error('not delivered');
  });
  const poller = startStreamPoller({
    client: streams,
    tableName,
    checkpointFile: dataDirectory && join(dataDirectory, 'outbox-checkpoint.json'),
    functionName,
    maximumAttempts,
    ...(parts.retryDelayMilliseconds && { retryDelayMilliseconds: parts.retryDelayMilliseconds }),
    filter: ({ eventName, dynamodb }) =>
      eventName === 'INSERT' && dynamodb?.Keys?.['pk']?.S?.startsWith(outboxPrefix) === true,
    handler,
    onError: (error) => report('an outbox delivery failed and is tried again', error),
    onFailure: (records) => {
      parked.park(records);
      const ids = records.map(({ dynamodb }) => dynamodb?.Keys?.['pk']?.S).join(', ');
      report(
        `${ids} could not be delivered in ${maximumAttempts} attempts and is parked. The next start tries it again, "npm run local -- redeliver" at once.`,
        null,
      );
    },
  });
  return {
    ...poller,
    redeliver: async () => {
      const { delivered, left } = await parked.redeliver();
      if (delivered > 0) report(`parked events delivered: ${delivered}`, null);
      if (left > 0) report(`events that still can't be delivered and stay parked: ${left}`, null);
      return { delivered, left };
    },
  };
}

const deliverBatch: StreamHandler = async (event, context) => {
  const { handler } = await import('../functions/outbox/deliver.ts');
  const deliver: DynamoDBStreamHandler = handler;
  return (await deliver(event, context, () => {})) ?? undefined;
};

function report(message: string, error: unknown): void {
  const cause = error instanceof Error ? `: ${error.name}` : '';
  process.stderr.write(`outbox: ${message}${cause}\n`);
}
