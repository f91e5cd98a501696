import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { type FunctionSettings, ServiceFunction } from '../service-function.ts';
import type { Released } from './released-entries.ts';

export interface VersionTrialProps {
  readonly stage: string;
  readonly settings: FunctionSettings;
  readonly released: readonly (Released & { readonly found: ServiceFunction })[];
}

/**
 * The function that CodeDeploy runs before a version gets its first calls. It calls each version of the deployment
 * once, because a trial on a tenth of the calls does not test functions that nobody calls in these minutes.
 */
export function versionTrial(scope: Construct, props: VersionTrialProps): ServiceFunction {
  const { stage, settings, released } = props;
  const candidates = released.map(({ purpose, path, found }) => ({
    version: found.function.currentVersion.functionArn,
    purpose: purpose === 'authorizer' || purpose === 'token' ? purpose : ('key' as const),
    path,
  }));
  const versions = released.map(({ found }) => `${found.arn}:*`);
  const trial = new ServiceFunction(scope, {
    entry: 'functions/release/try-versions.ts',
    description: 'Tests new versions before CodeDeploy sends them traffic',
    settings,
    timeout: Duration.seconds(60),
    environment: { CANDIDATES: Stack.of(scope).toJsonString(candidates) },
    statements: [
      // With a wildcard: a policy that names the version itself could be applied after the call.
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: versions }),
      new PolicyStatement({
        actions: ['codedeploy:PutLifecycleEventHookExecutionStatus'],
        resources: released.map(({ found }) =>
          Stack.of(scope).formatArn({
            service: 'codedeploy',
            resource: 'deploymentgroup',
            resourceName: `registry-${stage}/registry-${stage}-${found.node.id}`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        ),
      }),
    ],
  });
  Validations.of(trial).acknowledge(
    ...released.map(({ found }) => ({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${found.deployedName}:*]`,
      reason: 'It calls the versions of these functions, whose numbers Lambda chooses.',
    })),
  );
  return trial;
}
