import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBRecord, AttributeValue as LambdaValue } from 'aws-lambda';
import { localAws } from './engine.ts';

type Image = Record<string, LambdaValue>;

/** A record as DynamoDB Streams writes it: values are in Lambda's form, times in epoch seconds. */
export type WireRecord = {
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly eventVersion?: string;
  readonly dynamodb: {
    readonly ApproximateCreationDateTime?: number;
    readonly Keys?: Image;
    readonly NewImage?: Image;
    readonly OldImage?: Image;
    readonly SequenceNumber: string;
    readonly SizeBytes?: number;
    readonly StreamViewType?: NonNullable<DynamoDBRecord['dynamodb']>['StreamViewType'];
  };
};

/**
 * One stream record as Lambda's event source mapping delivers it: times in whole epoch seconds, the real region,
 * sequence numbers padded to 21 digits, and an event id that is the same on redelivery. Deletions of items past their
 * TTL have the service's `userIdentity`.
 */
export function toLambdaRecord(record: WireRecord, streamArn: string): DynamoDBRecord {
  const arn = streamArn.replace(/^(arn:aws:dynamodb):[^:]*/, `$1:${localAws.region}`);
  const { dynamodb: change, eventName } = record;
  const sequenceNumber = change.SequenceNumber.padStart(21, '0');
  const expired = eventName === 'REMOVE' && hasExpired(record);
  return {
    eventID: createHash('sha256').update(`${arn}/${sequenceNumber}`).digest('hex').slice(0, 32),
    eventName,
    eventVersion: record.eventVersion ?? '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: localAws.region,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(change.ApproximateCreationDateTime ?? 0),
      Keys: change.Keys ?? {},
      ...(change.NewImage && { NewImage: change.NewImage }),
      ...(change.OldImage && { OldImage: change.OldImage }),
      SequenceNumber: sequenceNumber,
      SizeBytes: change.SizeBytes,
      StreamViewType: change.StreamViewType,
    },
    eventSourceARN: arn,
    ...(expired && { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } }),
  };
}

/** A write without a change: DynamoDB creates no stream record for it, but the local engine does. */
export function changesNothing({ eventName, dynamodb }: WireRecord): boolean {
  return eventName === 'MODIFY' && isDeepStrictEqual(dynamodb.NewImage, dynamodb.OldImage);
}

function hasExpired({ dynamodb }: WireRecord): boolean {
  const ttl = Number(dynamodb.OldImage?.['ttl']?.N ?? Number.POSITIVE_INFINITY);
  return ttl <= Math.floor(dynamodb.ApproximateCreationDateTime ?? 0);
}
