import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
} from 'aws-lambda';
import { root } from '../../shared/kernel/deps/root.ts';
import {
  type RoutingDeps,
  routeEvents,
  type StreamItem,
} from '../../shared/outbox/route-events.ts';
import { routingDeps } from '../../shared/service/deps/outbox.ts';
import { inTime } from '../../shared/web/in-time.ts';

/**
 * Puts the events of one batch of the table's stream into the queues of their consumers. Lambda goes on with the first
 * that no queue took; what came behind it may be in a queue twice, which consumers stand.
 */
async function run(
  { Records: records }: DynamoDBStreamEvent,
  deps: RoutingDeps,
): Promise<DynamoDBBatchResponse> {
  const failed = await routeEvents(records.map(itemOf), deps);
  return {
    batchItemFailures: failed.slice(0, 1).map((place) => ({
      itemIdentifier: records[place]?.dynamodb?.SequenceNumber ?? '',
    })),
  };
}

/** The new item; of one that can't be read nothing but its key. */
function itemOf({ dynamodb }: DynamoDBRecord): StreamItem {
  const key = { pk: dynamodb?.Keys?.['pk']?.S ?? 'unknown', sk: 'EVENT' };
  // The stream carries the table's attribute values; its types spell them a second time.
  const image = dynamodb?.NewImage as Record<string, AttributeValue> | undefined;
  if (image === undefined) return key;
  try {
    return { ...key, ...unmarshall(image) };
  } catch {
    return key;
  }
}

const deps = root(routingDeps);

export const handler = (event: DynamoDBStreamEvent, context?: Context) =>
  inTime(context, () => run(event, deps()));
