import { Duration, Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { routedChanges } from '../shared/events/domain/published-changes.ts';
import type { OfQueues, OutboxQueue, WorkflowName } from '../shared/kernel/domain/outbox-queue.ts';
import {
  changeAnnouncementNeeds,
  consumers,
  judgingNeeds,
  router as routing,
} from '../shared/service/routes/background.ts';
import { accessStatements, kindStatements } from './function-access.ts';
import type { Mail } from './mail.ts';
import type { OutboxQueues } from './outbox-queues.ts';
import { type FunctionSettings, inSandbox, ServiceFunction } from './service-function.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { UsagePlans } from './usage-plans.ts';

export interface OutboxProps {
  readonly settings: FunctionSettings;
  readonly table: ITableV2;
  readonly queues: OutboxQueues;
  readonly mail: Mail;
  /** Addresses of the reviewers, separated by commas. */
  readonly reviewers: string;
  readonly workflows: Readonly<Record<WorkflowName, IStateMachine>>;
  /** The usage plans of gateway keys. */
  readonly plans: UsagePlans;
  /** Seals webhook secrets. */
  readonly seal: ISecret;
  /** Signs logout tokens. */
  readonly signingKeys: SigningKeys;
}

/** The router of the table's stream, and the consumers of its queues. */
export class Outbox extends Construct {
  /** Puts events into queues. */
  readonly router: ServiceFunction;
  readonly consumers: OfQueues<OutboxQueue, ServiceFunction>;

  constructor(scope: Construct, props: OutboxProps) {
    const { settings, table, queues, mail, reviewers, workflows, plans, seal, signingKeys } = props;
    super(scope, 'Outbox');
    this.router = this.route(settings, table, queues);

    const consumer = (
      name: OutboxQueue,
      queue: Queue,
      description: string,
      environment: Readonly<Record<string, string>>,
      statements: readonly PolicyStatement[],
    ) => {
      const { entry, needs, timeout, concurrency } = consumers[name];
      const made = new ServiceFunction(this, {
        entry,
        description,
        settings,
        timeout: Duration.seconds(timeout),
        environment: {
          QUEUE_URLS: Stack.of(this).toJsonString({ [name]: queue.queueUrl }),
          ...environment,
        },
        statements: [
          ...accessStatements(needs, settings.arns, ...inSandbox(entry, settings)),
          consumption(queue),
          ...statements,
        ],
      });
      made.function.addEventSource(
        new SqsEventSource(queue, {
          batchSize: 10,
          reportBatchItemFailures: true,
          maxConcurrency: concurrency,
        }),
      );
      return made;
    };
    const consumed = queues.queues;
    this.consumers = {
      mail: consumer(
        'mail',
        consumed.mail,
        'Sends the emails that events ask for',
        { ...mail.environment, REVIEWERS: reviewers },
        mail.statements,
      ),
      'gateway-keys': consumer(
        'gateway-keys',
        consumed['gateway-keys'],
        'Makes the gateway keys of API keys, and removes them',
        plans.environment,
        plans.statements,
      ),
      workflows: consumer(
        'workflows',
        consumed.workflows,
        'Starts the workflows that events ask for',
        {
          MIGRATION_ARN: workflows.migration.stateMachineArn,
          REVIEW_DISPATCH_ARN: workflows['review-dispatch'].stateMachineArn,
          REVIEW_DECISION_ARN: workflows['review-decision'].stateMachineArn,
          CERTIFICATE_ISSUANCE_ARN: workflows['certificate-issuance'].stateMachineArn,
        },
        [
          new PolicyStatement({
            actions: ['states:StartExecution'],
            resources: Object.values(workflows).map(({ stateMachineArn }) => stateMachineArn),
          }),
        ],
      ),
      ...(consumed.sandbox && {
        sandbox: consumer('sandbox', consumed.sandbox, 'Reports payments with play money', {}, []),
      }),
      webhooks: consumer(
        'webhooks',
        consumed.webhooks,
        'Sends webhooks',
        { SEAL_SECRET: seal.secretArn },
        [
          new PolicyStatement({
            actions: ['secretsmanager:GetSecretValue'],
            resources: [seal.secretArn],
          }),
          // Work that is due soon returns through the queue.
          new PolicyStatement({
            actions: ['sqs:SendMessage'],
            resources: [queues.queues.webhooks.queueArn],
          }),
        ],
      ),
      logouts: consumer(
        'logouts',
        consumed.logouts,
        'Tells clients of logouts',
        signingKeys.environment,
        [
          ...signingKeys.statements,
          // Work that is due later returns through the queue.
          new PolicyStatement({
            actions: ['sqs:SendMessage'],
            resources: [queues.queues.logouts.queueArn],
          }),
        ],
      ),
    };
    plans.acknowledge(this.consumers['gateway-keys']);
  }

  private route(
    settings: FunctionSettings,
    table: ITableV2,
    queues: OutboxQueues,
  ): ServiceFunction {
    const { queues: consumed, deadLetters, detour, urls } = queues;
    const made = new ServiceFunction(this, {
      entry: routing.entry,
      description: 'Puts events into queues, and reports changes in feeds',
      settings,
      timeout: Duration.seconds(routing.timeout),
      environment: { QUEUE_URLS: Stack.of(this).toJsonString(urls) },
      statements: [
        ...kindStatements(changeAnnouncementNeeds, settings.arns),
        ...kindStatements(judgingNeeds, settings.arns),
        ...streamStatements(table.tableStreamArn ?? ''),
        new PolicyStatement({
          actions: ['sqs:SendMessage'],
          resources: [...Object.values(consumed), deadLetters.unrouted, detour].map(
            ({ queueArn }) => queueArn,
          ),
        }),
        consumption(detour),
      ],
    });
    const router = made.function;
    router.addEventSource(
      new DynamoEventSource(table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        filters: routedChanges.map((pattern) => FilterCriteria.filter(pattern)),
        reportBatchItemFailures: true,
        bisectBatchOnError: true,
        // Until the stream drops the records. Events without a consumer and refused events go to other queues
        // immediately, so only an outage of SQS causes retries.
        retryAttempts: 10_000,
        onFailure: new SqsDlq(deadLetters.unrouted),
      }),
    );
    router.addEventSource(
      new SqsEventSource(detour, {
        batchSize: 10,
        reportBatchItemFailures: true,
        maxConcurrency: routing.concurrency,
      }),
    );
    return made;
  }
}

/** The rights of an event source mapping on a queue, and of its consumer for undelivered messages. */
function consumption({ queueArn }: Queue): PolicyStatement {
  return new PolicyStatement({
    actions: [
      'sqs:ChangeMessageVisibility',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'sqs:ReceiveMessage',
    ],
    resources: [queueArn],
  });
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
