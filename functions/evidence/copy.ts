import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { copyDeps } from '../../shared/platform/deps/evidence-deps.ts';
import { heartbeatAge, isHeartbeat } from '../../shared/platform/domain/heartbeat.ts';
import {
  type CopyDeps,
  copyChanges,
  type ReadChange,
} from '../../shared/platform/usecases/copy-changes.ts';
import { background } from '../../shared/web/http/background.ts';

/**
 * Copies a batch of the table's stream to the bucket with Object Lock. A failed batch is delivered
 * again.
 */
async function run(deps: CopyDeps, { Records: records }: DynamoDBStreamEvent): Promise<void> {
  for (const beat of records.filter(isHeartbeat)) {
    const value = heartbeatAge(beat, deps.now());
    deps.log.measure({ metric: 'StreamDelay', value, dimensions: { Reader: 'evidence' } });
  }
  const changes = records.filter((record) => !isHeartbeat(record));
  await copyChanges(changes.map(changeOf), deps);
}

function changeOf(record: DynamoDBRecord): ReadChange {
  const { dynamodb = {}, userIdentity } = record;
  const { pk = '', sk = '' } = keyOf(dynamodb.Keys);
  try {
    return {
      pk,
      sk,
      before: imageOf(dynamodb.OldImage),
      after: imageOf(dynamodb.NewImage),
      // DynamoDB itself deletes items whose time to live has ended.
      expired: Reflect.get(Object(userIdentity), 'type') === 'Service',
      at: new Date((dynamodb.ApproximateCreationDateTime ?? 0) * 1000).toISOString(),
      sequence: dynamodb.SequenceNumber ?? '',
    };
  } catch {
    // Items other than audit entries contain personal data, so only their key is copied.
    const kept = pk.startsWith('AUDIT#') ? dynamodb : dynamodb.Keys;
    return { raw: JSON.stringify(kept) };
  }
}

function keyOf(keys: NonNullable<DynamoDBRecord['dynamodb']>['Keys']) {
  return { pk: keys?.['pk']?.S, sk: keys?.['sk']?.S };
}

/** The stream contains attribute values like those of the table, with separately declared types. */
function imageOf(image: unknown) {
  return image === undefined ? undefined : unmarshall(image as Record<string, AttributeValue>);
}

export const handler = background(run, copyDeps);
