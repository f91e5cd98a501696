import { Duration, Validations } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  FilterCriteria,
  FilterRule,
  type Function as LambdaFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { WorkflowName } from '../shared/kernel/domain/workflow-name.ts';
import { outboxPrefix } from '../shared/outbox/outbox.ts';
import { outboxNeeds } from '../shared/service/routes/background.ts';
import { accessStatements } from './function-access.ts';
import type { Mail } from './mail.ts';
import { type FunctionSettings, ServiceFunction } from './service-function.ts';
import type { UsagePlans } from './usage-plans.ts';

export interface OutboxProps {
  readonly settings: FunctionSettings;
  readonly table: ITableV2;
  readonly mail: Mail;
  /** Addresses of the reviewers, separated by commas. */
  readonly reviewers: string;
  readonly workflows: Readonly<Record<WorkflowName, IStateMachine>>;
  /** The usage plans that gateway keys are put into. */
  readonly plans: UsagePlans;
}

/** The consumer of the table's stream that does what changes have asked for, and where failures go. */
export class Outbox extends Construct {
  readonly function: LambdaFunction;
  readonly deadLetters: Queue;
  /** Where its lines go. */
  readonly logs: ILogGroup;

  constructor(scope: Construct, props: OutboxProps) {
    const { settings, table, mail, reviewers, workflows, plans } = props;
    super(scope, 'Outbox');
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this.deadLetters).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason:
        "It is a dead-letter queue itself: the stream's failed batches end here, under an alarm.",
    });

    const deliver = new ServiceFunction(this, {
      entry: 'functions/outbox/deliver.ts',
      description: 'Delivers the events of the outbox',
      settings,
      timeout: Duration.seconds(60),
      environment: {
        ...plans.environment,
        ...mail.environment,
        REVIEWERS: reviewers,
        REVIEW_DISPATCH_ARN: workflows['review-dispatch'].stateMachineArn,
        REVIEW_DECISION_ARN: workflows['review-decision'].stateMachineArn,
        CERTIFICATE_ISSUANCE_ARN: workflows['certificate-issuance'].stateMachineArn,
      },
      statements: [
        ...accessStatements(outboxNeeds, settings.arns),
        ...streamStatements(table.tableStreamArn ?? ''),
        ...plans.statements,
        ...mail.statements,
        new PolicyStatement({
          actions: ['states:StartExecution'],
          resources: Object.values(workflows).map(({ stateMachineArn }) => stateMachineArn),
        }),
        new PolicyStatement({
          actions: ['sqs:SendMessage'],
          resources: [this.deadLetters.queueArn],
        }),
      ],
    });
    this.function = deliver.function;
    this.logs = deliver.logs;
    this.function.addEventSource(
      new DynamoEventSource(table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 10,
        filters: [
          FilterCriteria.filter({
            eventName: FilterRule.isEqual('INSERT'),
            dynamodb: { Keys: { pk: { S: FilterRule.beginsWith(outboxPrefix) } } },
          }),
        ],
        reportBatchItemFailures: true,
        bisectBatchOnError: true,
        retryAttempts: 10,
        onFailure: new SqsDlq(this.deadLetters),
      }),
    );
    plans.acknowledge(deliver);
  }
}

function streamStatements(streamArn: string): readonly PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      resources: [streamArn],
    }),
    new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
  ];
}
