import * as z from 'zod';
import {
  CallRefused,
  type JsonSettings,
  openJsonCalls,
} from '../../shared/kernel/aws/json-calls.ts';
import type { WireRecord } from './stream-records.ts';

/** Endpoint and credentials; absent: from the environment. */
export type StreamSettings = {
  readonly endpoint?: string;
  readonly region?: JsonSettings['region'];
  readonly credentials?: JsonSettings['credentials'];
};

/** The position of a reader in a shard: after this number, or before the oldest record. */
export type Place = {
  readonly streamArn: string;
  readonly shardId: string;
  readonly after: string | undefined;
};

/** The calls of DynamoDB Streams, without the SDK's client: records keep their wire format. */
export type StreamCalls = {
  /** The ARN of the table's newest stream. */
  readonly newestStream: (tableName: string) => Promise<string | undefined>;
  readonly shardsOf: (streamArn: string) => Promise<readonly Shard[]>;
  /** Null if nothing can be read; trimmed records are skipped. */
  readonly iteratorAt: (place: Place) => Promise<string | null>;
  /** `next` is null at the end of a closed shard. */
  readonly recordsAt: (
    iterator: string,
  ) => Promise<{ readonly records: readonly WireRecord[]; readonly next: string | null }>;
};

const Streams = z.object({ Streams: z.array(z.object({ StreamArn: z.string() })) });
const Shard = z.object({ ShardId: z.string(), ParentShardId: z.nullish(z.string()) });
export type Shard = z.output<typeof Shard>;
const Description = z.object({
  StreamDescription: z.object({
    Shards: z.array(Shard),
    LastEvaluatedShardId: z.nullish(z.string()),
  }),
});
const Iterator = z.object({ ShardIterator: z.nullish(z.string()) });
const Records = z.object({
  // The engine's records are trusted: checking every value of every record costs more than reading it.
  Records: z.array(z.custom<WireRecord>()),
  NextShardIterator: z.nullish(z.string()),
});

/** The most records that DynamoDB returns in one call, so that records without a reader cost few reads. */
export const mostRead = 1_000;

const dynamoDbStreams = {
  name: 'DynamoDB Streams',
  signedAs: 'dynamodb',
  host: 'streams.dynamodb',
  variable: 'AWS_ENDPOINT_URL_DYNAMODB_STREAMS',
} as const;

/** Errors: `CallRefused` for the engine's refusals, and network errors. */
export function openStreamCalls({ endpoint, region, credentials }: StreamSettings): StreamCalls {
  const calling = openJsonCalls(dynamoDbStreams, {
    ...{ attempts: 3, requestTimeout: 30_000, region, credentials },
  });
  const call = (operation: string, body: object) =>
    calling({
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDBStreams_20120810.${operation}`,
      },
      body,
      origin: endpoint,
    });
  return {
    newestStream: async (tableName) => {
      const answer = Streams.parse(await call('ListStreams', { TableName: tableName }));
      return answer.Streams.at(-1)?.StreamArn;
    },
    shardsOf: async (streamArn) => {
      const shards: Shard[] = [];
      for (let start: string | null | undefined; ; ) {
        const { StreamDescription: described } = Description.parse(
          await call('DescribeStream', {
            StreamArn: streamArn,
            ...(start && { ExclusiveStartShardId: start }),
          }),
        );
        shards.push(...described.Shards);
        start = described.LastEvaluatedShardId;
        if (!start) return shards;
      }
    },
    iteratorAt: async ({ streamArn, shardId, after }) => {
      const shard = { StreamArn: streamArn, ShardId: shardId };
      const oldest = { ...shard, ShardIteratorType: 'TRIM_HORIZON' };
      const next = { ...shard, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after };
      const at = (body: object) => call('GetShardIterator', body);
      const answer = await (after === undefined
        ? at(oldest)
        : at(next).catch((error: unknown) => {
            if (!isTrimmed(error)) throw error;
            return at(oldest);
          }));
      return Iterator.parse(answer).ShardIterator ?? null;
    },
    recordsAt: async (iterator) => {
      const body = { ShardIterator: iterator, Limit: mostRead };
      const answer = Records.parse(await call('GetRecords', body));
      return { records: answer.Records, next: answer.NextShardIterator ?? null };
    },
  };
}

function isTrimmed(error: unknown): boolean {
  return error instanceof CallRefused && error.name === 'TrimmedDataAccessException';
}
