import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from 'aws-lambda';
import { root } from '../../shared/kernel/deps/root.ts';
import {
  type RoutingDeps,
  rerouteEvents,
  routeEvents,
  type StreamItem,
} from '../../shared/outbox/route-events.ts';
import { routingDeps } from '../../shared/service/deps/outbox.ts';
import { inTime } from '../../shared/web/in-time.ts';
import { postponeFailed } from '../../shared/web/postpone-failed.ts';

/**
 * Puts the events of one batch of the table's stream into the queues of their consumers. Of a batch with a failure Lambda
 * tries everything again from the first one that is named, and reads nothing behind it meanwhile ("Configuring partial
 * batch response with DynamoDB and Lambda"): so only what even the detour did not take is named. What came behind
 * it is in a queue twice, which consumers stand.
 */
async function fromStream(
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

/** The same for events that make a detour; those that fail once more come again after a while that grows. */
async function fromDetour(
  { Records: records }: SQSEvent,
  deps: RoutingDeps,
): Promise<SQSBatchResponse> {
  const items = records.map((record) => ({
    item: storedIn(record),
    receptions: Number(record.attributes.ApproximateReceiveCount),
  }));
  const failed = (await rerouteEvents(items, deps)).flatMap((place) => records[place] ?? []);
  await postponeFailed(failed, { ...deps, queueUrl: deps.queueUrls.detour });
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
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

/** What the router has sent; of what a hand has put there, nothing but the message's id. */
function storedIn({ body, messageId }: SQSRecord): StreamItem {
  try {
    return { id: messageId, ...Object(JSON.parse(body)) };
  } catch {
    return { id: messageId };
  }
}

function isFromQueue(event: DynamoDBStreamEvent | SQSEvent): event is SQSEvent {
  return event.Records.some(({ eventSource }) => eventSource === 'aws:sqs');
}

const deps = root(routingDeps);

export const handler = (event: DynamoDBStreamEvent | SQSEvent, context?: Context) =>
  inTime(context, () =>
    isFromQueue(event) ? fromDetour(event, deps()) : fromStream(event, deps()),
  );
