import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from 'aws-lambda';
import {
  checkChanges,
  checkEach,
  concernIn,
} from '../../shared/credentials/usecases/check-credentials.ts';
import {
  isPublishedChange,
  type TableChange,
} from '../../shared/events/domain/published-changes.ts';
import {
  draftIn,
  journalChanges,
  recordDetoured,
} from '../../shared/events/usecases/record-drafts.ts';
import { heartbeatAge, isHeartbeat } from '../../shared/platform/domain/heartbeat.ts';
import {
  isOfOutbox,
  rerouteEvents,
  routeEvents,
  type StreamItem,
} from '../../shared/platform/usecases/route-events.ts';
import { type RouterDeps, routingDeps } from '../../shared/service/deps/outbox.ts';
import { background } from '../../shared/web/http/background.ts';
import { postponeFailed } from '../../shared/web/http/queue-consumer.ts';

/**
 * Handles one batch of the table's stream: sends its events to the queues of their consumers,
 * revokes credentials whose facts have changed, and adds the events to the feeds. The stream allows
 * two readers; the evidence copy is the other one. Queues come first, so that emails don't wait.
 *
 * After a partial failure Lambda retries everything from the first reported item, and reads nothing
 * after it in the meantime ("Configuring partial batch response with DynamoDB and Lambda"). So an
 * item is only reported if even the detour queue rejected it. The items after it reach a queue
 * twice, which consumers tolerate, and a feed once.
 */
async function fromStream(
  { Records }: DynamoDBStreamEvent,
  deps: RouterDeps,
): Promise<DynamoDBBatchResponse> {
  for (const beat of Records.filter(isHeartbeat)) {
    const value = heartbeatAge(beat, deps.now());
    deps.log.measure({ metric: 'StreamDelay', value, dimensions: { Reader: 'outbox' } });
  }
  const records = Records.filter((record) => !isHeartbeat(record));
  // The stream's filter also passes items of some partitions that are neither.
  const events = records.filter(({ dynamodb }) => isOfOutbox(dynamodb?.Keys?.['pk']?.S));
  const changes = records.filter((record) => isPublishedChange(record));
  const unrouted = await routeEvents(events.map(itemOf), deps);
  const published = changes.flatMap((record) => {
    const change = changeOf(record);
    if (change !== null) return [{ record, change }];
    deps.log.error('a table change could not be read, and no event was sent', {});
    return [];
  });
  const read = published.map(({ change }) => change);
  // An untrue credential is more urgent than a late event.
  const unchecked = await checkChanges(read, deps);
  const unrecorded = await journalChanges(read, deps);
  const failed = new Set([
    ...unrouted.map((place) => events[place]),
    ...[...unchecked, ...unrecorded].map((place) => published[place]?.record),
  ]);
  const first = records.find((record) => failed.has(record));
  return {
    batchItemFailures:
      first === undefined ? [] : [{ itemIdentifier: first.dynamodb?.SequenceNumber ?? '' }],
  };
}

/** The same for messages in `detour`; failed ones are delivered again after growing pauses. */
async function fromDetour(
  { Records: records }: SQSEvent,
  deps: RouterDeps,
): Promise<SQSBatchResponse> {
  const messages = records.map((record) => ({ record, item: storedIn(record) }));
  const drafts = messages.flatMap(({ record, item }) => {
    const draft = draftIn(item);
    return draft === null ? [] : [{ record, draft }];
  });
  const judged = messages.flatMap(({ record, item }) => {
    const concern = concernIn(item);
    return concern === null ? [] : [{ record, concern }];
  });
  const notEvents = new Set([...drafts, ...judged].map(({ record }) => record));
  const events = messages.filter(({ record }) => !notEvents.has(record));
  const items = events.map(({ record, item }) => ({
    item,
    receptions: Number(record.attributes.ApproximateReceiveCount),
  }));
  const unrouted = await rerouteEvents(items, deps);
  const unrecorded = await recordDetoured(
    drafts.map(({ draft }) => draft),
    deps,
  );
  const unchecked = await checkEach(
    judged.map(({ concern }) => concern),
    deps,
  );
  const failed = [
    ...unrouted.flatMap((place) => events[place]?.record ?? []),
    ...unchecked.flatMap((place) => judged[place]?.record ?? []),
    ...unrecorded.flatMap((place) => drafts[place]?.record ?? []),
  ];
  await postponeFailed(failed, { ...deps, queueUrl: deps.queueUrls.detour });
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

/** The new item; if it can't be parsed, only its key. */
function itemOf({ dynamodb }: DynamoDBRecord): StreamItem {
  const key = { pk: dynamodb?.Keys?.['pk']?.S ?? 'unknown', sk: 'EVENT' };
  try {
    return { ...key, ...imageOf(dynamodb?.NewImage) };
  } catch {
    return key;
  }
}

/** The change in a record; null if it can't be parsed. */
function changeOf({ eventID, dynamodb = {}, userIdentity }: DynamoDBRecord): TableChange | null {
  try {
    return {
      id: eventID ?? '',
      pk: dynamodb.Keys?.['pk']?.S ?? '',
      sk: dynamodb.Keys?.['sk']?.S ?? '',
      before: imageOf(dynamodb.OldImage),
      after: imageOf(dynamodb.NewImage),
      // DynamoDB itself deletes items whose time to live has ended.
      expired: Reflect.get(Object(userIdentity), 'type') === 'Service',
      at: new Date((dynamodb.ApproximateCreationDateTime ?? 0) * 1000).toISOString(),
    };
  } catch {
    return null;
  }
}

/** The stream contains attribute values like those of the table, with separately declared types. */
function imageOf(image: unknown) {
  return image === undefined ? undefined : unmarshall(image as Record<string, AttributeValue>);
}

/** The router's own messages; for messages sent manually, only the message's id. */
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

export const handler = background(
  (deps: RouterDeps, event: DynamoDBStreamEvent | SQSEvent) =>
    isFromQueue(event) ? fromDetour(event, deps) : fromStream(event, deps),
  routingDeps,
);
