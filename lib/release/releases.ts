import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type IVersion, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { FunctionSettings, ServiceFunction } from '../service-function.ts';
import type { Purpose, Released } from './released-entries.ts';
import { versionTrial } from './version-trial.ts';

/** The alias that API Gateway calls: the current version, and during a trial a new one for a tenth of the calls. */
export const aliasName = 'live';

/** How new versions come into use: after a trial, or immediately despite the aliases. */
export type Canary = 'true' | 'all-at-once';

/** A function that is called through an alias. */
export interface Release {
  readonly entry: string;
  readonly purpose: Purpose;
  readonly function: LambdaFunction;
  /** The newest version, created by this template. */
  readonly version: IVersion;
  readonly alias: Alias;
  /** Its ARN as a string, like that of `ServiceFunction`. */
  readonly aliasArn: string;
  /** Watches alarms while a version is tried. */
  readonly group: LambdaDeploymentGroup;
}

export interface ReleasesProps {
  readonly stage: string;
  readonly canary: Canary;
  readonly settings: FunctionSettings;
  readonly released: ReadonlyMap<string, Released>;
  /** All functions that the API calls, by entry. */
  readonly functions: ReadonlyMap<string, ServiceFunction>;
}

/**
 * Aliases of some functions, and CodeDeploy, which gives the new version a tenth of the calls for five minutes, then all of them.
 * If one of its alarms goes off, the new version gets no calls, and CloudFormation rolls the whole stack back.
 */
export class Releases extends Construct {
  readonly releases: readonly Release[];

  constructor(scope: Construct, props: ReleasesProps) {
    const { stage, canary, settings, functions } = props;
    super(scope, 'Releases');
    const released = [...props.released].map(([entry, { purpose, path }]) => {
      const found = functions.get(entry);
      if (!found) throw new Error(`no function is deployed for ${entry}`);
      return { entry, purpose, path, found };
    });
    const application = new LambdaApplication(this, 'Application', {
      applicationName: `registry-${stage}`,
    });
    // A version that comes into use immediately has no trial.
    const trial = canary === 'true' ? versionTrial(this, { stage, settings, released }) : undefined;
    const role = deploymentRole(
      this,
      released.map(({ found }) => found.arn),
      trial,
    );
    this.releases = released.map(({ entry, purpose, found }) => {
      const name = found.node.id;
      const version = found.function.currentVersion;
      const alias = new Alias(this, name, { aliasName, version });
      const group = new LambdaDeploymentGroup(this, `${name}-trial`, {
        application,
        deploymentGroupName: `registry-${stage}-${name}`,
        alias,
        // The policy is complete; the CDK would attach AWS's own, which allows this for every function.
        role: role.withoutPolicyUpdates(),
        deploymentConfig:
          canary === 'true'
            ? LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES
            : LambdaDeploymentConfig.ALL_AT_ONCE,
        // Allows deploying a fix while the alarm for the problem is ringing.
        ignoreAlarmConfiguration: canary === 'all-at-once',
        ...(trial && { preHook: trial.function }),
      });
      // CloudFormation sees no dependency in an update policy, but group and alarms must be updated before the alias.
      alias.node.addDependency(group, ...(trial ? [trial] : []));
      const aliasArn = `${found.arn}:${aliasName}`;
      return { entry, purpose, function: found.function, version, alias, aliasArn, group };
    });
  }
}

/**
 * CodeDeploy's rights: AWS's policy AWSCodeDeployRoleForLambdaLimited without buckets, which hold no revisions of ours,
 * and only for these functions.
 */
function deploymentRole(
  scope: Construct,
  functionArns: readonly string[],
  trial: ServiceFunction | undefined,
): Role {
  return new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: {
      deployments: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: [
              'lambda:GetAlias',
              'lambda:UpdateAlias',
              'lambda:GetProvisionedConcurrencyConfig',
            ],
            resources: functionArns.flatMap((arn) => [arn, `${arn}:${aliasName}`]),
          }),
          ...(trial
            ? [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [trial.arn] })]
            : []),
          // The action supports no resources.
          new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
        ],
      }),
    },
  });
}
