import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { reconcilingNeeds } from '../shared/service/routes/background.ts';
import { accessStatements } from './function-access.ts';
import { type FunctionSettings, ServiceFunction } from './service-function.ts';
import type { UsagePlans } from './usage-plans.ts';

export interface GatewayKeyReconciliationProps {
  readonly settings: FunctionSettings;
  readonly plans: UsagePlans;
}

/** Reconciles the table's keys with those of API Gateway, every hour and when operators request it. */
export class GatewayKeyReconciliation extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, { settings, plans }: GatewayKeyReconciliationProps) {
    super(scope, 'GatewayKeyReconciliation');
    const reconcile = new ServiceFunction(this, {
      entry: 'functions/gateway/reconcile.ts',
      description: "Makes the table's keys and those of API Gateway agree",
      settings,
      // Lambda's maximum; the next call continues with the rest.
      timeout: Duration.minutes(15),
      environment: plans.environment,
      statements: [...accessStatements(reconcilingNeeds, settings.arns), ...plans.statements],
    });
    this.function = reconcile;
    plans.acknowledge(reconcile);
    // Most calls read one item and find no work. It runs this often because operators wait for it.
    new Rule(this, 'Schedule', {
      description: 'Checks whether the keys must be compared with API Gateway',
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [new FunctionTarget(reconcile.function, { retryAttempts: 0 })],
    });
  }
}
