import { Duration } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { changeFilters } from '../shared/platform/domain/record.ts';
import type { EvidenceVault } from './evidence-vault.ts';
import { type FunctionSettings, ServiceFunction } from './service-function.ts';

export interface EvidenceProps {
  readonly settings: FunctionSettings;
  readonly table: ITableV2;
  readonly vault: EvidenceVault;
  readonly vaultArn: string;
}

/** Copies the table's changes into the vault, and signs each day. */
export class Evidence extends Construct {
  readonly copier: ServiceFunction;
  /** Signs each day, and reports entries of the table that differ from their copies. */
  readonly closer: ServiceFunction;

  constructor(scope: Construct, { settings, table, vault, vaultArn }: EvidenceProps) {
    super(scope, 'Evidence');
    const { bucket, key, lost } = vault;
    const environment = { EVIDENCE_BUCKET: bucket.bucketName };
    const objects = (action: string, folder: string) =>
      new PolicyStatement({ actions: [action], resources: [`${vaultArn}/${folder}/*`] });

    this.copier = new ServiceFunction(this, {
      entry: 'functions/evidence/copy.ts',
      description: 'Copies unchangeable records into the vault',
      settings,
      environment,
      timeout: Duration.seconds(60),
      statements: [
        objects('s3:PutObject', 'copies'),
        new PolicyStatement({
          actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
          resources: [table.tableStreamArn ?? ''],
        }),
        new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [lost.queueArn] }),
      ],
    });
    // The stream supports two consumers; the other one is the outbox's router. Each has its own position.
    this.copier.function.addEventSource(
      new DynamoEventSource(table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 1_000,
        maxBatchingWindow: Duration.seconds(30),
        filters: changeFilters.map((pattern) => FilterCriteria.filter(pattern)),
        // A retried batch is identical, so it is written once. It is retried until the stream drops it after 24 hours.
        bisectBatchOnError: false,
        onFailure: new SqsDlq(lost),
      }),
    );

    this.closer = new ServiceFunction(this, {
      entry: 'functions/evidence/close-days.ts',
      description: 'Signs the list of copies of each day',
      settings,
      environment: { ...environment, EVIDENCE_KEY: key.keyArn },
      timeout: Duration.minutes(15),
      statements: [
        objects('s3:GetObject', 'copies'),
        objects('s3:GetObject', 'chain'),
        objects('s3:GetObjectVersion', 'copies'),
        objects('s3:GetObjectVersion', 'chain'),
        objects('s3:PutObject', 'chain'),
        // Compares copies with the table: only trail entries.
        new PolicyStatement({
          actions: ['dynamodb:BatchGetItem'],
          resources: [settings.arns.table],
          conditions: {
            'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['AUDIT#*'] },
            Null: { 'dynamodb:LeadingKeys': 'false' },
          },
        }),
        new PolicyStatement({
          actions: ['s3:ListBucketVersions'],
          resources: [vaultArn],
        }),
        new PolicyStatement({
          actions: ['kms:GetPublicKey', 'kms:Sign'],
          resources: [key.keyArn],
        }),
      ],
    });
    new Rule(this, 'Clock', {
      description: 'Starts the signing of past days',
      schedule: Schedule.rate(Duration.hours(1)),
      // The next run does what this one missed.
      targets: [new FunctionTarget(this.closer.function, { retryAttempts: 0 })],
    });
  }
}
