import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
} from 'aws-lambda';
import { root } from '../../shared/kernel/deps/root.ts';
import { type OutboxDeps, outboxDeps } from '../../shared/service/deps/outbox.ts';
import { deliverItem } from '../../shared/service/usecases/deliver-event.ts';
import { inTime } from '../../shared/web/in-time.ts';

/**
 * Delivers the events of one batch of the table's stream, in order. It stops at the first that fails: Lambda
 * tries again from there, so that later events are not delivered twice.
 */
async function run(
  { Records: records }: DynamoDBStreamEvent,
  deps: OutboxDeps,
): Promise<DynamoDBBatchResponse> {
  for (const record of records) {
    try {
      await deliverRecord(record, deps);
    } catch (error) {
      const eventId = record.dynamodb?.Keys?.['pk']?.S;
      deps.log.error('an outbox event was not delivered', { eventId }, error);
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
}

async function deliverRecord({ dynamodb }: DynamoDBRecord, deps: OutboxDeps): Promise<void> {
  // The stream carries the table's attribute values; its types spell them a second time.
  const image = dynamodb?.NewImage as Record<string, AttributeValue> | undefined;
  if (image === undefined) throw new Error('a stream record without the new item');
  await deliverItem(unmarshall(image), deps);
}

const deps = root(outboxDeps);

export const handler = (event: DynamoDBStreamEvent, context?: Context) =>
  inTime(context, () => run(event, deps()));
