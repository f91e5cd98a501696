import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import {
  GetBucketVersioningCommand,
  GetPublicAccessBlockCommand,
  type S3Client,
} from '@aws-sdk/client-s3';

/** What AWS reports about a restored table. */
export interface FoundTable {
  readonly status: string;
  readonly keys: readonly string[];
  readonly indexes: Readonly<Record<string, readonly string[]>>;
  /** ARN of the newest stream, and its view type; null if no stream is enabled. */
  readonly stream: { readonly arn: string; readonly view: string } | null;
  readonly deletionProtection: boolean;
  /** The attribute; null if time to live is disabled. */
  readonly timeToLive: string | null;
  readonly pointInTimeRecovery: boolean;
}

/** What AWS reports about a restored bucket. */
export interface FoundBucket {
  readonly versioned: boolean;
  readonly closed: boolean;
}

/** Null if the table does not exist. */
export async function askTable(
  client: Pick<DynamoDBClient, 'send'>,
  TableName: string,
): Promise<FoundTable | null> {
  try {
    const [{ Table: table }, { TimeToLiveDescription: ttl }, { ContinuousBackupsDescription }] =
      await Promise.all([
        client.send(new DescribeTableCommand({ TableName })),
        client.send(new DescribeTimeToLiveCommand({ TableName })),
        client.send(new DescribeContinuousBackupsCommand({ TableName })),
      ]);
    const { StreamEnabled = false, StreamViewType: view = '' } = table?.StreamSpecification ?? {};
    const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
    return {
      status: table?.TableStatus ?? '',
      keys: names(table?.KeySchema),
      indexes: Object.fromEntries(
        (table?.GlobalSecondaryIndexes ?? []).map(({ IndexName = '', KeySchema }) => [
          IndexName,
          names(KeySchema),
        ]),
      ),
      stream: StreamEnabled ? { arn: table?.LatestStreamArn ?? '', view } : null,
      deletionProtection: table?.DeletionProtectionEnabled ?? false,
      timeToLive: /^ENABL/.test(ttl?.TimeToLiveStatus ?? '') ? (ttl?.AttributeName ?? null) : null,
      pointInTimeRecovery: recovery?.PointInTimeRecoveryStatus === 'ENABLED',
    };
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return null;
    throw error;
  }
}

/** Null if the bucket does not exist. */
export async function askBucket(
  client: Pick<S3Client, 'send'>,
  Bucket: string,
): Promise<FoundBucket | null> {
  try {
    const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket }));
    return { versioned: Status === 'Enabled', closed: await isClosed(client, Bucket) };
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchBucket') return null;
    throw error;
  }
}

async function isClosed(client: Pick<S3Client, 'send'>, Bucket: string): Promise<boolean> {
  try {
    const found = await client.send(new GetPublicAccessBlockCommand({ Bucket }));
    const { BlockPublicAcls, BlockPublicPolicy, IgnorePublicAcls, RestrictPublicBuckets } =
      found.PublicAccessBlockConfiguration ?? {};
    return [BlockPublicAcls, BlockPublicPolicy, IgnorePublicAcls, RestrictPublicBuckets].every(
      (each) => each === true,
    );
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchPublicAccessBlockConfiguration')
      return false;
    throw error;
  }
}

function names(keys: readonly KeySchemaElement[] = []): readonly string[] {
  return keys.map(({ AttributeName = '' }) => AttributeName);
}
