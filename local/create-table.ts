import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { tableSchema } from '../shared/kernel/db/schema.ts';

/** Creates the table as CDK would: keys, indexes, stream, time to live. An existing table is kept. */
export async function createTable(client: DynamoDBClient, name: string): Promise<void> {
  const { partitionKey, sortKey, indexes, streamView, timeToLive } = tableSchema;
  const keyed = [{ partitionKey, sortKey }, ...indexes];
  const keySchema = (key: { partitionKey: string; sortKey: string }) => [
    { AttributeName: key.partitionKey, KeyType: 'HASH' as const },
    { AttributeName: key.sortKey, KeyType: 'RANGE' as const },
  ];
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: keyed
          .flatMap((key) => [key.partitionKey, key.sortKey])
          .map((attribute) => ({ AttributeName: attribute, AttributeType: 'S' })),
        KeySchema: keySchema({ partitionKey, sortKey }),
        GlobalSecondaryIndexes: indexes.map((index) => ({
          IndexName: index.name,
          KeySchema: keySchema(index),
          Projection: { ProjectionType: 'ALL' },
        })),
        StreamSpecification: { StreamEnabled: true, StreamViewType: streamView },
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  // Also for an existing table, because a start may have been interrupted between the two.
  const { TimeToLiveDescription } = await client.send(
    new DescribeTimeToLiveCommand({ TableName: name }),
  );
  if (TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED') return;
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: name,
      TimeToLiveSpecification: { AttributeName: timeToLive, Enabled: true },
    }),
  );
}
