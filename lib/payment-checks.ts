import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { askingNeeds } from '../shared/service/routes/background.ts';
import { accessStatements } from './function-access.ts';
import type { Payments } from './payments.ts';
import { type FunctionSettings, ServiceFunction } from './service-function.ts';

export interface PaymentChecksProps {
  readonly settings: FunctionSettings;
  readonly payments: Payments;
  readonly baseUrl: string;
}

/** Finds payments whose reports are missing. */
export class PaymentChecks extends Construct {
  /** Asks providers about started payments without a report. */
  readonly asking: ServiceFunction;

  constructor(scope: Construct, { settings, payments, baseUrl }: PaymentChecksProps) {
    super(scope, 'PaymentChecks');
    const environment = { ...payments.environment, ...settings.facts, BASE_URL: baseUrl };
    this.asking = new ServiceFunction(this, {
      entry: 'functions/payments/ask-providers.ts',
      description: 'Asks payment providers for the result of unreported payments',
      settings,
      // Lambda's maximum; the next run continues with the rest.
      timeout: Duration.minutes(15),
      environment,
      statements: [...accessStatements(askingNeeds, settings.arns), ...payments.statements],
    });
    new Rule(this, 'Questions', {
      description: 'Starts the checks of unreported payments',
      schedule: Schedule.rate(Duration.minutes(5)),
      // What this run missed is still due in the next one.
      targets: [new FunctionTarget(this.asking.function, { retryAttempts: 0 })],
    });
  }
}
