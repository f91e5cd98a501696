import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { measuringNeeds } from '../shared/service/routes/background.ts';
import { measuringPeriod } from './alarms/registry-alarms.ts';
import { kindStatements } from './function-access.ts';
import { type FunctionSettings, ServiceFunction } from './service-function.ts';

/** Measures waiting reviews on a schedule, because no event reports how long a review has been waiting. */
export class Measuring extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, { settings }: { readonly settings: FunctionSettings }) {
    super(scope, 'Measuring');
    const measure = new ServiceFunction(this, {
      entry: 'functions/metrics/measure-reviews.ts',
      description: 'Measures how many reviews are pending, and for how long',
      settings,
      statements: kindStatements(measuringNeeds, settings.arns),
    });
    this.function = measure;
    new Rule(this, 'Clock', {
      description: 'Starts the measuring of pending reviews',
      schedule: Schedule.rate(measuringPeriod),
      targets: [
        // The next run measures what this one missed.
        new FunctionTarget(measure.function, {
          retryAttempts: 1,
          maxEventAge: Duration.minutes(5),
        }),
      ],
    });
  }
}
