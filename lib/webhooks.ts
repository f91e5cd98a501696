import { Duration, Stack } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { wakingNeeds } from '../shared/service/routes/background.ts';
import { accessStatements } from './function-access.ts';
import type { OutboxQueues } from './outbox-queues.ts';
import { type FunctionSettings, ServiceFunction } from './service-function.ts';

/** Sends webhooks that are due after longer delays than a queue supports. */
export class Webhooks extends Construct {
  readonly function: ServiceFunction;

  constructor(
    scope: Construct,
    { settings, queues }: { readonly settings: FunctionSettings; readonly queues: OutboxQueues },
  ) {
    super(scope, 'Webhooks');
    const { webhooks } = queues.queues;
    this.function = new ServiceFunction(this, {
      entry: 'functions/outbox/wake-webhooks.ts',
      description: 'Starts the delivery of due webhooks',
      settings,
      timeout: Duration.seconds(50),
      environment: { QUEUE_URLS: Stack.of(this).toJsonString({ webhooks: webhooks.queueUrl }) },
      statements: [
        ...accessStatements(wakingNeeds, settings.arns),
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [webhooks.queueArn] }),
      ],
    });
    new Rule(this, 'Clock', {
      description: 'Starts the delivery of due webhooks',
      schedule: Schedule.rate(Duration.minutes(1)),
      // The next run finds the same webhooks.
      targets: [new FunctionTarget(this.function.function, { retryAttempts: 0 })],
    });
  }
}
