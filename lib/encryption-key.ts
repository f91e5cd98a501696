import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AnyPrincipal, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct, Node } from 'constructs';

/** Context `encryptionKey`: `true`, or the ARN of a key; undefined: AWS's own keys. */
export function encryptionSetting(node: Node): string | undefined {
  const given = String(node.tryGetContext('encryptionKey') ?? 'false');
  if (given === 'false') return undefined;
  if (given !== 'true' && !/^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/.test(given)) {
    throw new Error(
      'encryptionKey: true, false or the ARN of a KMS key in the region of the deployment',
    );
  }
  return given;
}

/** The key for `setting`: one that this stack creates and keeps, or an existing one. */
export function encryptionKey(scope: Construct, setting: string | undefined): IKey | undefined {
  if (setting === undefined) return undefined;
  if (setting !== 'true') return Key.fromKeyArn(scope, 'EncryptionKey', setting);
  const key = new Key(scope, 'EncryptionKey', {
    description: 'Encrypts the table, documents, queues and logs',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  for (const statement of users(Stack.of(scope))) key.addToResourcePolicy(statement);
  return key;
}

/**
 * The users of the key, as with AWS's own keys: everyone in the account who may use the table, a bucket or a queue,
 * only through that service, so functions' roles need no extra rights. Then services that act in their own name.
 */
function users({ account, partition, region }: Stack): readonly PolicyStatement[] {
  const use = [
    'kms:Decrypt',
    'kms:DescribeKey',
    'kms:Encrypt',
    'kms:GenerateDataKey*',
    'kms:ReEncrypt*',
  ];
  const send = ['kms:Decrypt', 'kms:GenerateDataKey*'];
  const through = ['dynamodb', 's3', 'sqs'].map((service) => `${service}.${region}.amazonaws.com`);
  return [
    new PolicyStatement({
      sid: 'ThroughTheServices',
      principals: [new AnyPrincipal()],
      actions: [...use, 'kms:CreateGrant'],
      resources: ['*'],
      conditions: {
        StringEquals: { 'kms:CallerAccount': account, 'kms:ViaService': through },
      },
    }),
    new PolicyStatement({
      sid: 'Logs',
      principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
      actions: use,
      resources: ['*'],
      conditions: {
        ArnLike: {
          'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:log-group:*`,
        },
      },
    }),
    new PolicyStatement({
      sid: 'ReportsOfMail',
      principals: [new ServicePrincipal('sns.amazonaws.com')],
      actions: send,
      resources: ['*'],
      conditions: { ArnLike: { 'aws:SourceArn': `arn:${partition}:sns:${region}:${account}:*` } },
    }),
    // EventBridge does not pass the rule to KMS. It sends only to queues whose policies allow it.
    new PolicyStatement({
      sid: 'ResultsOfScans',
      principals: [new ServicePrincipal('events.amazonaws.com')],
      actions: send,
      resources: ['*'],
    }),
  ];
}

/** A bucket's encryption properties. A bucket key reduces KMS calls. */
export function bucketEncryption(key: IKey | undefined) {
  return key === undefined
    ? { encryption: BucketEncryption.S3_MANAGED }
    : { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true };
}

/** The encryption properties of a queue. */
export function queueEncryption(key: IKey | undefined) {
  return key === undefined
    ? { encryption: QueueEncryption.SQS_MANAGED }
    : {
        encryption: QueueEncryption.KMS,
        encryptionMasterKey: key,
        dataKeyReuse: Duration.minutes(5),
      };
}
