import {
  CodeDeployClient,
  PutLifecycleEventHookExecutionStatusCommand,
} from '@aws-sdk/client-codedeploy';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod/mini';
import { type JsonSettings, openJsonCalls } from '../../kernel/aws/json-calls.ts';
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

/** The settings of the calls in which the SDK's client would be half the function's code. */
const limits = { attempts: 3, requestTimeout: 2_500 };

const apiGateway = {
  name: 'API Gateway',
  signedAs: 'apigateway',
  host: 'apigateway',
  variable: 'AWS_ENDPOINT_URL_API_GATEWAY',
} as const;

const Stage = z.object({ variables: z._default(z.record(z.string(), z.string()), {}) });

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
): StageSettings {
  const call = openJsonCalls(apiGateway, limits);
  async function variablesOf(api: string, patch?: object): Promise<Record<string, string>> {
    const answer = await call({
      ...(patch === undefined ? { method: 'GET' } : { method: 'PATCH', body: patch }),
      path: `/restapis/${api}/stages/${stageName}`,
      headers: {
        // Without it, API Gateway answers in HAL.
        accept: 'application/json',
        ...(patch && { 'content-type': 'application/json' }),
      },
    });
    return Stage.parse(answer).variables;
  }
  return {
    variables: () => variablesOf(first),
    async setVariables(values) {
      const patchOperations = Object.entries(values).map(([name, value]) => ({
        op: 'replace',
        path: `/variables/${name}`,
        value,
      }));
      for (const api of others) await variablesOf(api, { patchOperations });
      return variablesOf(first, { patchOperations });
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

const lambda = {
  name: 'Lambda',
  signedAs: 'lambda',
  host: 'lambda',
  variable: 'AWS_ENDPOINT_URL_LAMBDA',
} as const;

const mappingsPath = '/2015-03-31/event-source-mappings';
const Mapping = z.object({
  UUID: z.optional(z.string()),
  EventSourceArn: z.optional(z.string()),
  State: z.optional(z.string()),
});
const Mappings = z.object({ EventSourceMappings: z._default(z.array(Mapping), []) });

/**
 * By the names of the functions. Never throws: a failure of Lambda must not prolong a maintenance. Programs of operators
 * pass the Region and the credentials of their profile.
 */
export function openStreamReaders(
  stage: string,
  caller: Pick<JsonSettings, 'region' | 'credentials'> = {},
): StreamReaders {
  const call = openJsonCalls(lambda, { ...limits, ...caller });
  async function stateOf(name: string, enable: boolean): Promise<string> {
    const { EventSourceMappings: mappings } = Mappings.parse(
      await call({
        method: 'GET',
        path: mappingsPath,
        query: { FunctionName: name },
        headers: {},
      }),
    );
    // The router has a queue as well.
    const mapping = mappings.find(
      ({ EventSourceArn = '' }) => EventSourceArn.split(':')[2] === 'dynamodb',
    );
    const { UUID, State = 'Missing' } = mapping ?? {};
    if (!enable || UUID === undefined || /^(Enabl|Creat|Updat)/.test(State)) {
      return State;
    }
    const enabled = await call({
      method: 'PUT',
      path: `${mappingsPath}/${UUID}`,
      headers: { 'content-type': 'application/json' },
      body: { Enabled: true },
    });
    return Mapping.parse(enabled).State ?? State;
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
