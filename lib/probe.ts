import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { secretArn } from './secret-arn.ts';
import { type FunctionSettings, ServiceFunction } from './service-function.ts';

export interface ProbeProps {
  readonly settings: FunctionSettings;
  /** The service's address for integrators. */
  readonly publicUrl: string;
  /** Id or ARN of the secret with the probe's API key; undefined: it calls without a key. */
  readonly secretId: string | undefined;
}

/**
 * Calls verify_rpn every five minutes from outside. A failed run is a Lambda error, and Lambda retries it twice, after
 * one and two more minutes.
 */
export class Probe extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, { settings, publicUrl, secretId }: ProbeProps) {
    super(scope, 'Probe');
    const secret = secretId === undefined ? undefined : secretArn(this, secretId);
    const probe = new ServiceFunction(this, {
      entry: 'functions/probe/verify-rpn.ts',
      description: 'Asks verify_rpn as an integrator would',
      settings,
      environment: { BASE_URL: publicUrl, ...(secretId && { PROBE_SECRET: secretId }) },
      statements:
        secret === undefined
          ? []
          : [
              new PolicyStatement({
                actions: ['secretsmanager:GetSecretValue'],
                resources: [secret],
              }),
            ],
    });
    this.function = probe;
    new Rule(this, 'Schedule', {
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [new LambdaTarget(probe.function)],
    });
  }
}
