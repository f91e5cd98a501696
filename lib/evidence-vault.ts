import { CfnOutput, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { bucketEncryption, queueEncryption } from './encryption-key.ts';

export interface EvidenceSettings {
  /** `compliance`: nobody can shorten the retention, not even the account's root. */
  readonly mode: 'compliance' | 'governance';
  /** How long a copy can't be removed. */
  readonly days: number;
}

/**
 * The bucket with immutable copies, and the key that signs them. They belong to the data and are
 * kept.
 */
export class EvidenceVault extends Construct {
  readonly bucket: Bucket;
  readonly key: Key;
  /** Batches that expired in the stream before they were copied. */
  readonly lost: Queue;

  constructor(scope: Construct, { mode, days }: EvidenceSettings, key: IKey | undefined) {
    super(scope, 'EvidenceVault');
    const retention = Duration.days(days);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      ...bucketEncryption(key),
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      objectLockEnabled: true,
      objectLockDefaultRetention:
        mode === 'compliance'
          ? ObjectLockRetention.compliance(retention)
          : ObjectLockRetention.governance(retention),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        sid: 'NothingIsLaidOverAnything',
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:PutObject'],
        resources: [this.bucket.arnForObjects('*')],
        // S3's guide, "Enforce conditional writes": only the last request of a multipart upload has the header.
        conditions: {
          Null: { 's3:if-none-match': 'true' },
          Bool: { 's3:ObjectCreationOperation': 'true' },
        },
      }),
    );
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'One function writes, and says so in its own log; what someone else lays there is found by `audit verify`.',
    });
    this.key = new Key(this, 'Key', {
      description: 'Signs only the daily lists of copies',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.lost = new Queue(this, 'Lost', {
      ...queueEncryption(key),
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this.lost).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is a dead-letter queue itself, under an alarm.',
    });
    new CfnOutput(scope, 'EvidenceBucket', { value: this.bucket.bucketName });
    new CfnOutput(scope, 'EvidenceKey', { value: this.key.keyArn });
  }
}
