import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBStreamHandler } from 'aws-lambda';
import { outboxPrefix } from '../shared/db/outbox.ts';
import { type StreamPoller, startStreamPoller } from './engines/stream-poller.ts';

/**
 * Delivers outbox events from the table's stream to the same function that AWS calls, with the same
 * filter: new items of the outbox and nothing else.
 */
export function startPump(parts: {
  readonly streams: DynamoDBStreamsClient;
  readonly tableName: string;
  readonly checkpointFile?: string | undefined;
}): StreamPoller {
  const { streams, tableName, checkpointFile } = parts;
  return startStreamPoller({
    client: streams,
    tableName,
    checkpointFile,
    functionName: 'outbox-deliver',
    filter: ({ eventName, dynamodb }) =>
      eventName === 'INSERT' && dynamodb?.Keys?.['pk']?.S?.startsWith(outboxPrefix) === true,
    handler: async (event, context) => {
      const { handler } = await import('../functions/outbox/deliver.ts');
      const deliver: DynamoDBStreamHandler = handler;
      return (await deliver(event, context, () => {})) ?? undefined;
    },
    onError: (error) => report('an outbox delivery failed and is tried again', error),
    onFailure: (records) => {
      const ids = records.map(({ dynamodb }) => dynamodb?.Keys?.['pk']?.S).join(', ');
      report(`given up after several attempts: ${ids}`, null);
    },
  });
}

function report(message: string, error: unknown): void {
  const cause = error instanceof Error ? `: ${error.name}` : '';
  process.stderr.write(`outbox: ${message}${cause}\n`);
}
