import { DescribeKeyCommand, KMSClient, ListKeysCommand } from '@aws-sdk/client-kms';
import { GetBucketEncryptionCommand, ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Emulator } from './emulator.ts';

/**
 * Checks that buckets and queues of a stage with `encryptionKey` use the key of its data stack.
 * Throws with those that don't. The emulator does not check a key's policy; only AWS does.
 */
export async function encryptedWithOwnKey(emulator: Emulator, stage: string): Promise<void> {
  const client = {
    endpoint: emulator.url,
    region: emulator.region,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  };
  const [kms, s3, sqs] = [
    new KMSClient(client),
    new S3Client({ ...client, forcePathStyle: true }),
    new SQSClient(client),
  ];
  try {
    const { Keys = [] } = await kms.send(new ListKeysCommand({}));
    const described = await Promise.all(
      Keys.map(({ KeyId }) => kms.send(new DescribeKeyCommand({ KeyId }))),
    );
    const own = described.flatMap(({ KeyMetadata: key }) =>
      key?.Description === 'Encrypts the table, documents, queues and logs' ? [key] : [],
    );
    if (own.length !== 1) throw new Error(`${own.length} keys that encrypt`);
    const isOwn = (name: unknown) => name === own[0]?.Arn || name === own[0]?.KeyId;
    // Buckets of all Regions are listed. The records of reads, in another stack, use AWS's key:
    // docs/configuration.md.
    const data = new RegExp(`^registrydata-${stage}-`, 'i');
    const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
    const buckets = Buckets.map(({ Name = '' }) => Name).filter((name) => data.test(name));
    const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({ MaxResults: 1_000 }));
    const keys = [
      ...buckets.map(async (Bucket) => {
        const found = await s3.send(new GetBucketEncryptionCommand({ Bucket }));
        const [rule] = found.ServerSideEncryptionConfiguration?.Rules ?? [];
        return [Bucket, rule?.ApplyServerSideEncryptionByDefault?.KMSMasterKeyID] as const;
      }),
      ...QueueUrls.map(async (QueueUrl) => {
        const AttributeNames = ['KmsMasterKeyId' as const];
        const found = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
        return [QueueUrl.split('/').at(-1) ?? '', found.Attributes?.['KmsMasterKeyId']] as const;
      }),
    ];
    const all = (await Promise.all(keys)).filter(([name]) => data.test(name));
    const others = all.filter(([, key]) => !isOwn(key)).map(([name]) => name);
    if (all.length < 15 || others.length > 0) {
      throw new Error(`of ${all.length}, without the key: ${others.join(', ')}`);
    }
  } finally {
    for (const each of [kms, s3, sqs]) each.destroy();
  }
}
