import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { mailboxNeeds } from '../shared/service/routes/background.ts';
import { accessStatements } from './function-access.ts';
import { type FunctionSettings, ServiceFunction } from './service-function.ts';

/** Changes the addresses of lost mailboxes whose wait is over, every hour. */
export class Mailboxes extends Construct {
  readonly function: ServiceFunction;

  constructor(
    scope: Construct,
    { settings, reviewers }: { readonly settings: FunctionSettings; readonly reviewers: string },
  ) {
    super(scope, 'Mailboxes');
    this.function = new ServiceFunction(this, {
      entry: 'functions/mailboxes/carry-out.ts',
      description: 'Changes the addresses of lost mailboxes after the waiting period',
      settings,
      timeout: Duration.minutes(5),
      // People whose approvals are valid when the waiting period ends.
      environment: { REVIEWERS: reviewers },
      statements: accessStatements(mailboxNeeds, settings.arns),
    });
    new Rule(this, 'Clock', {
      description: 'Starts the address changes of lost mailboxes',
      schedule: Schedule.rate(Duration.hours(1)),
      // The next run does what a failed run left.
      targets: [new FunctionTarget(this.function.function, { retryAttempts: 0 })],
    });
  }
}
