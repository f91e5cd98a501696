import { Duration, Tags, Validations } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { scanNeeds } from '../shared/service/routes/background.ts';
import { encryptionKey, queueEncryption } from './encryption-key.ts';
import { accessStatements } from './function-access.ts';
import { keeperTag } from './malware-protection.ts';
import { type FunctionSettings, ServiceFunction } from './service-function.ts';

export interface UploadScansProps {
  readonly settings: FunctionSettings;
  readonly documentsBucket: string;
}

const timeout = Duration.seconds(30);

/** GuardDuty's results for uploaded files: from EventBridge to a queue; a function records them. */
export class UploadScans extends Construct {
  readonly deadLetters: Queue;

  constructor(scope: Construct, { settings, documentsBucket }: UploadScansProps) {
    super(scope, 'UploadScans');
    const encryption = queueEncryption(encryptionKey(this, settings.logs.keyArn));
    const common = { ...encryption, enforceSSL: true };
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...common,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this.deadLetters).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is a dead-letter queue itself, under an alarm.',
    });
    const queue = new Queue(this, 'Queue', {
      ...common,
      // Six times the function's timeout, as Lambda recommends.
      visibilityTimeout: Duration.seconds(timeout.toSeconds() * 6),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
    new Rule(this, 'Results', {
      description: 'GuardDuty results for uploaded files',
      eventPattern: {
        source: ['aws.guardduty'],
        detailType: ['GuardDuty Malware Protection Object Scan Result'],
        detail: { s3ObjectDetails: { bucketName: [documentsBucket] } },
      },
      // Messages that the queue does not accept for a day go to a visible queue.
      targets: [new SqsQueue(queue, { deadLetterQueue: this.deadLetters })],
    });
    const { function: noting } = new ServiceFunction(this, {
      entry: 'functions/uploads/note-scan.ts',
      description: 'Stores GuardDuty results for uploaded files',
      settings,
      timeout,
      environment: { DOCUMENTS_BUCKET: documentsBucket },
      statements: [
        ...accessStatements(scanNeeds, settings.arns),
        new PolicyStatement({
          actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
          resources: [queue.queueArn],
        }),
      ],
    });
    Tags.of(this).add(keeperTag.key, keeperTag.value, {
      includeResourceTypes: ['AWS::IAM::Role'],
    });
    noting.addEventSource(
      new SqsEventSource(queue, { batchSize: 5, reportBatchItemFailures: true }),
    );
  }
}
