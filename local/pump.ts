import { join } from 'node:path';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { routedChanges } from '../shared/events/domain/published-changes.ts';
import {
  type StreamHandler,
  type StreamPoller,
  startStreamPoller,
} from './engines/stream-poller.ts';
import type { TableStream } from './engines/table-stream.ts';

const functionName = 'outbox-route';

/**
 * Delivers outbox events and feed reports from the table's stream to the function that puts them into queues and feeds,
 * with the same filters as in AWS. The position in the stream is stored only when the queues have the events on disk,
 * so a killed process loses none.
 */
export async function startPump(parts: {
  readonly stream: TableStream;
  readonly dataDirectory?: string | undefined;
  readonly handler?: StreamHandler;
  readonly retryDelayMilliseconds?: (attempt: number) => number;
}): Promise<StreamPoller> {
  const { stream, dataDirectory, handler = route } = parts;
  return startStreamPoller({
    stream,
    checkpointFile: dataDirectory && join(dataDirectory, 'outbox-checkpoint.json'),
    functionName,
    // The router never gives up: unreadable records go to the dead letters.
    maximumAttempts: Number.POSITIVE_INFINITY,
    ...(parts.retryDelayMilliseconds && { retryDelayMilliseconds: parts.retryDelayMilliseconds }),
    filters: routedChanges,
    batchSize: 100,
    handler,
    onError: (error) => report('events could not be routed, which is tried again', error),
  });
}

const route: StreamHandler = async (event: DynamoDBStreamEvent, context) => {
  const { handler } = await import('../functions/outbox/route.ts');
  return handler(event, context);
};

/** Reports an outbox problem on the console. */
export function report(message: string, error: unknown): void {
  const cause = error instanceof Error ? `: ${error.name}` : '';
  process.stderr.write(`outbox: ${message}${cause}\n`);
}
