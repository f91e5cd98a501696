import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { ReadWriteType, Trail } from 'aws-cdk-lib/aws-cloudtrail';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectLockRetention,
} from 'aws-cdk-lib/aws-s3';
import { Construct, type Node } from 'constructs';

/** How long a record can't be changed or removed. */
const kept = Duration.days(365);

/** Context `documentReads`: `true` in `prod` and `false` elsewhere, unless set. */
export function recordsReads(node: Node, stage: string): boolean {
  const given = String(node.tryGetContext('documentReads') ?? stage === 'prod');
  if (given !== 'true' && given !== 'false') throw new Error('documentReads: true or false');
  return given === 'true';
}

/**
 * CloudTrail's records of who reads, writes and deletes documents, including access with a shared link and by
 * administrators. Server access logs would not work: S3 delivers none to a locked bucket. In `prod` nobody can shorten
 * the lock of the records.
 */
export class DocumentReads extends Construct {
  constructor(scope: Construct, stage: string, documents: IBucket) {
    super(scope, 'DocumentReads');
    const records = new Bucket(this, 'Records', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      objectLockEnabled: true,
      objectLockDefaultRetention:
        stage === 'prod'
          ? ObjectLockRetention.compliance(kept)
          : ObjectLockRetention.governance(kept),
      lifecycleRules: [
        {
          expiration: kept.plus(Duration.days(1)),
          noncurrentVersionExpiration: Duration.days(1),
          abortIncompleteMultipartUploadAfter: Duration.days(7),
        },
      ],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    Validations.of(records).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'It holds records of reads itself; CloudTrail signs them, and they are locked.',
    });
    const trailName = `registry-${stage}-documents`;
    const { account, partition, region } = Stack.of(this);
    records.addToResourcePolicy(
      new PolicyStatement({
        sid: 'OfNoOtherTrail',
        effect: Effect.DENY,
        principals: [new ServicePrincipal('cloudtrail.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [records.arnForObjects('*')],
        conditions: {
          StringNotEquals: {
            'aws:SourceArn': `arn:${partition}:cloudtrail:${region}:${account}:trail/${trailName}`,
          },
        },
      }),
    );
    const trail = new Trail(this, 'Trail', {
      trailName,
      bucket: records,
      isMultiRegionTrail: false,
      includeGlobalServiceEvents: false,
      enableFileValidation: true,
    });
    trail.addS3EventSelector([{ bucket: documents }], {
      includeManagementEvents: false,
      readWriteType: ReadWriteType.ALL,
    });
  }
}
