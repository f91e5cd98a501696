import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue, _Record as SdkRecord } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord, AttributeValue as LambdaValue } from 'aws-lambda';
import { localAws } from './engine.ts';

/**
 * One stream record as Lambda's event source mapping hands it over: times in epoch seconds, binary
 * values in base64, the real region, sequence numbers padded to 21 digits, and an event id that is
 * the same on redelivery. Deletions of items past their TTL carry the service's `userIdentity`.
 */
export function toLambdaRecord(
  record: SdkRecord,
  streamArn: string,
  ttlAttribute: string,
): DynamoDBRecord {
  const arn = streamArn.replace(/^(arn:aws:dynamodb):[^:]*/, `$1:${localAws.region}`);
  const change = record.dynamodb ?? {};
  const sequenceNumber = (change.SequenceNumber ?? '').padStart(21, '0');
  const expired = record.eventName === 'REMOVE' && hasExpired(record, ttlAttribute);
  return {
    eventID: createHash('sha256').update(`${arn}/${sequenceNumber}`).digest('hex').slice(0, 32),
    eventName: record.eventName,
    eventVersion: record.eventVersion ?? '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: localAws.region,
    dynamodb: {
      ApproximateCreationDateTime: epochSeconds(change.ApproximateCreationDateTime),
      Keys: toLambdaImage(change.Keys),
      ...(change.NewImage && { NewImage: toLambdaImage(change.NewImage) }),
      ...(change.OldImage && { OldImage: toLambdaImage(change.OldImage) }),
      SequenceNumber: sequenceNumber,
      SizeBytes: change.SizeBytes,
      StreamViewType: change.StreamViewType,
    },
    eventSourceARN: arn,
    ...(expired && { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } }),
  };
}

/** A write that changes nothing: DynamoDB makes no stream record of it, the local engine does. */
export function changesNothing({ eventName, dynamodb }: SdkRecord): boolean {
  return eventName === 'MODIFY' && isDeepStrictEqual(dynamodb?.NewImage, dynamodb?.OldImage);
}

function hasExpired({ dynamodb }: SdkRecord, ttlAttribute: string): boolean {
  const ttl = Number(dynamodb?.OldImage?.[ttlAttribute]?.N ?? Number.POSITIVE_INFINITY);
  return ttl <= (epochSeconds(dynamodb?.ApproximateCreationDateTime) ?? 0);
}

function epochSeconds(time: Date | undefined): number | undefined {
  return time && Math.floor(time.getTime() / 1000);
}

function toLambdaImage(image: Record<string, AttributeValue> = {}): Record<string, LambdaValue> {
  return Object.fromEntries(
    Object.entries(image).map(([name, value]) => [name, toLambdaValue(value)]),
  );
}

function toLambdaValue(value: AttributeValue): LambdaValue {
  if (value.B) return { B: base64(value.B) };
  if (value.BS) return { BS: value.BS.map(base64) };
  if (value.L) return { L: value.L.map(toLambdaValue) };
  if (value.M) return { M: toLambdaImage(value.M) };
  // What is left (S, N, BOOL, NULL, SS, NS) has the same form in the SDK and in Lambda's event.
  return value as LambdaValue;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
