import {
  CodeDeployClient,
  PutLifecycleEventHookExecutionStatusCommand,
} from '@aws-sdk/client-codedeploy';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { timeLimits } from '../../kernel/runtime/client-parts.ts';

/** One question of CodeDeploy's: may this deployment go on? */
export interface Execution {
  readonly deploymentId: string;
  readonly executionId: string;
}

/** What a trial of versions does in AWS. */
export interface Deployments {
  /** What a version answers to an event. Throws when it fails, with no more than the name of its error. */
  invoke(versionArn: string, event: unknown): Promise<unknown>;
  report(execution: Execution, status: 'Succeeded' | 'Failed'): Promise<void>;
}

export function openDeployments(): Deployments {
  // A version starts cold, and may take its ten seconds.
  const lambda = new LambdaClient(timeLimits({ attempts: 2, requestTimeout: 12_000 }));
  const codeDeploy = new CodeDeployClient(timeLimits({ attempts: 3, requestTimeout: 2_500 }));
  return {
    async invoke(FunctionName, event) {
      const { FunctionError, Payload } = await lambda.send(
        new InvokeCommand({ FunctionName, Payload: Buffer.from(JSON.stringify(event)) }),
      );
      const answer: unknown = JSON.parse(Buffer.from(Payload ?? []).toString('utf8'));
      if (FunctionError === undefined) return answer;
      throw new Error(`it failed: ${Reflect.get(Object(answer), 'errorType') ?? FunctionError}`);
    },
    async report({ deploymentId, executionId }, status) {
      await codeDeploy.send(
        new PutLifecycleEventHookExecutionStatusCommand({
          deploymentId,
          lifecycleEventHookExecutionId: executionId,
          status,
        }),
      );
    },
  };
}
