import { APIGatewayClient, GetStageCommand, UpdateStageCommand } from '@aws-sdk/client-api-gateway';
import {
  CodeDeployClient,
  PutLifecycleEventHookExecutionStatusCommand,
} from '@aws-sdk/client-codedeploy';
import {
  InvokeCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { streamReaderNames } from '../../kernel/domain/maintenance.ts';
import { timeLimits } from '../../kernel/runtime/client-parts.ts';

/** A question from CodeDeploy: may this deployment continue? */
export interface Execution {
  readonly deploymentId: string;
  readonly executionId: string;
}

/** AWS calls of a version trial. */
export interface Deployments {
  /** What a version answers to an event. Throws if it fails, with at most the name of its error. */
  invoke(versionArn: string, event: unknown): Promise<unknown>;
  report(execution: Execution, status: 'Succeeded' | 'Failed'): Promise<void>;
}

export function openDeployments(): Deployments {
  // A version starts cold and may use its ten seconds.
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

/** The variables of the deployed stage, which are the same in all its APIs. */
export interface StageSettings {
  variables(): Promise<Readonly<Record<string, string>>>;
  /**
   * Sets these variables and leaves others as they are. Returns all. If two calls overlap, the later one wins as a
   * whole.
   */
  setVariables(values: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>>;
}

/**
 * The stage of these APIs. A change applies to requests within seconds, without a deployment, because a stage's
 * variables are not part of one. The first API is read, and set last, so all others already have its values. Throws if
 * API Gateway refuses, or throttles beyond the client's own retries; repeating the call sets the rest.
 */
export function openStageSettings(
  [first = '', ...others]: readonly string[],
  stageName: string,
  client: Pick<APIGatewayClient, 'send'> = new APIGatewayClient(
    timeLimits({ attempts: 3, requestTimeout: 2_500 }),
  ),
): StageSettings {
  const stage = { restApiId: first, stageName };
  return {
    async variables() {
      const { variables = {} } = await client.send(new GetStageCommand(stage));
      return variables;
    },
    async setVariables(values) {
      const patchOperations = Object.entries(values).map(([name, value]) => ({
        op: 'replace' as const,
        path: `/variables/${name}`,
        value,
      }));
      for (const restApiId of others) {
        await client.send(new UpdateStageCommand({ restApiId, stageName, patchOperations }));
      }
      const { variables = {} } = await client.send(
        new UpdateStageCommand({ ...stage, patchOperations }),
      );
      return variables;
    },
  };
}

/** A function that reads the table's stream. */
export interface StreamReader {
  readonly function: string;
  /** The state from Lambda, such as `Enabled` or `Disabled`. `Missing` without a mapping, `Unknown` if Lambda gives none. */
  readonly state: string;
}

/** The functions that read the table's stream: the router of events and the copier of evidence. */
export interface StreamReaders {
  states(): Promise<readonly StreamReader[]>;
  /** Enables disabled readers. Lambda takes some seconds; until then the state is `Enabling`. */
  enable(): Promise<readonly StreamReader[]>;
}

/** By the names of the functions. Never throws: a failure of Lambda must not prolong a maintenance. */
export function openStreamReaders(
  stage: string,
  client: Pick<LambdaClient, 'send'> = new LambdaClient(
    timeLimits({ attempts: 3, requestTimeout: 2_500 }),
  ),
): StreamReaders {
  async function stateOf(FunctionName: string, enable: boolean): Promise<string> {
    const { EventSourceMappings = [] } = await client.send(
      new ListEventSourceMappingsCommand({ FunctionName }),
    );
    // The router has a queue as well.
    const mapping = EventSourceMappings.find(
      ({ EventSourceArn = '' }) => EventSourceArn.split(':')[2] === 'dynamodb',
    );
    const { UUID, State = 'Missing' } = mapping ?? {};
    if (!enable || UUID === undefined || /^(Enabl|Creat|Updat)/.test(State)) {
      return State;
    }
    const enabled = await client.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: true }));
    return enabled.State ?? State;
  }
  const read = (enable: boolean) =>
    Promise.all(
      streamReaderNames(stage).map(async (name) => ({
        function: name,
        state: await stateOf(name, enable).catch(() => 'Unknown'),
      })),
    );
  return { states: () => read(false), enable: () => read(true) };
}
