import type { RunOptions, StateMachineDefinition } from 'aws-local-stepfunctions';
import * as z from 'zod';

/** Calls a function by name or ARN. `Retry` and `Catch` match the `name` of a rejection. */
export type Invoke = (functionNameOrArn: string, payload: unknown) => Promise<unknown>;

/** How one execution ended, in the service's terms. */
export type Outcome =
  | { readonly status: 'SUCCEEDED'; readonly output: string }
  | { readonly status: 'FAILED'; readonly error: string; readonly cause: string }
  | { readonly status: 'TIMED_OUT' }
  | { readonly status: 'ABORTED' };

export type Run = { readonly outcome: Promise<Outcome>; readonly abort: () => void };

/** The content of `$$` for an execution. */
export type RunContext = { readonly execution: string; readonly name: string };

type State = Record<string, unknown>;

// JavaScript timers support 31 bits of milliseconds; longer ones would fire immediately.
const maxTimerSeconds = 2_147_483;
// By default, the package gives a task 60 seconds; a Lambda function may take 15 minutes.
const taskTimeoutSeconds = 900;
const lambdaInvoke = 'arn:aws:states:::lambda:invoke';

const Definition = z.looseObject({
  States: z.record(z.string(), z.looseObject({ Type: z.string() })),
});
const InvokeParameters = z.object({ FunctionName: z.string(), Payload: z.optional(z.unknown()) });

/**
 * Prepares a definition in JSONPath to be run by aws-local-stepfunctions. Tasks are Lambda
 * invocations, either `lambda:invoke` or a function's ARN as the resource. `timeScale` shortens Wait
 * seconds and retry intervals. Throws for what the interpreter cannot do: JSONata and task tokens.
 */
export function prepareMachine(
  definition: object,
  invoke: Invoke,
  timeScale: number,
): (input: unknown, context: RunContext) => Promise<Run> {
  const handlers: Record<string, (input: unknown) => Promise<unknown>> = {};
  const prepared = prepareStates(definition, (name, state) => {
    if (state['Type'] !== 'Task') return scaleWait(state, timeScale);
    const resource = String(state['Resource']);
    handlers[name] = (input) => runTask(resource, input, invoke);
    const limit = state['TimeoutSecondsPath'] ? {} : { TimeoutSeconds: taskTimeoutSeconds };
    return { ...limit, ...scaleRetries(state, timeScale) };
  });

  return async (input, context) => {
    // Loaded with the first execution, because importing it takes longer than the rest of the start.
    const { StateMachine, ExecutionAbortedError, ExecutionTimeoutError } = await import(
      'aws-local-stepfunctions'
    );
    // The package's input types describe the language; `prepareStates` checked the outline only, and
    // a test validates every definition with asl-validator.
    const machine = new StateMachine(prepared as unknown as StateMachineDefinition, {
      validationOptions: { noValidate: true },
    });
    const options = {
      overrides: { taskResourceLocalHandlers: handlers },
      context: { Execution: { Id: context.execution, Name: context.name, Input: input } },
    };
    // Both are plain JSON: input was parsed from the request, handlers return parsed JSON.
    const run = machine.run(input as Parameters<typeof machine.run>[0], options as RunOptions);
    const outcome = run.result.then(
      (output): Outcome => ({ status: 'SUCCEEDED', output: JSON.stringify(output) }),
      (error: unknown): Outcome => {
        if (error instanceof ExecutionAbortedError) return { status: 'ABORTED' };
        if (error instanceof ExecutionTimeoutError) return { status: 'TIMED_OUT' };
        const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
        const { name, message } = reason instanceof Error ? reason : new Error(String(reason));
        return { status: 'FAILED', error: name, cause: message };
      },
    );
    return { outcome, abort: run.abort };
  };
}

function prepareStates(
  definition: unknown,
  prepare: (name: string, state: State) => State,
): z.output<typeof Definition> {
  const machine = Definition.parse(definition);
  if (machine['QueryLanguage'] === 'JSONata')
    throw new Error('The local Step Functions run JSONPath definitions only, not JSONata.');
  const states = Object.entries(machine.States).map(([name, state]) => {
    if (String(state['Resource']).includes('.waitForTaskToken'))
      throw new Error(`The local Step Functions have no task tokens (state ${name}).`);
    const next: State = { ...state, ...prepare(name, state) };
    for (const field of ['Iterator', 'ItemProcessor'])
      if (next[field] !== undefined) next[field] = prepareStates(next[field], prepare);
    if (Array.isArray(next['Branches']))
      next['Branches'] = next['Branches'].map((branch) => prepareStates(branch, prepare));
    return [name, next];
  });
  const timeout = machine['TimeoutSeconds'];
  return {
    ...machine,
    ...(typeof timeout === 'number' && { TimeoutSeconds: Math.min(timeout, maxTimerSeconds) }),
    States: Object.fromEntries(states),
  };
}

async function runTask(resource: string, input: unknown, invoke: Invoke): Promise<unknown> {
  if (!resource.startsWith('arn:aws:states:'))
    return toJson(await invokeLikeLambda(resource, input, invoke));
  if (resource !== lambdaInvoke) throw new Error(`The local Step Functions lack ${resource}.`);
  const { FunctionName, Payload = {} } = InvokeParameters.parse(input);
  const result = toJson(await invokeLikeLambda(FunctionName, Payload, invoke));
  return { ExecutedVersion: '$LATEST', Payload: result, StatusCode: 200 };
}

/** An exception of a function becomes the error and the JSON cause that Step Functions shows. */
async function invokeLikeLambda(name: string, payload: unknown, invoke: Invoke): Promise<unknown> {
  try {
    return await invoke(name, toJson(payload));
  } catch (thrown) {
    const { name: errorType, message } = thrown instanceof Error ? thrown : new Error();
    const cause = { errorType, errorMessage: message };
    const failure = new Error(JSON.stringify(cause), { cause: thrown });
    failure.name = errorType;
    throw failure;
  }
}

function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}

function scaleWait(state: State, timeScale: number): State {
  const scaled = scaleRetries(state, timeScale);
  if (typeof scaled['Seconds'] !== 'number') return scaled;
  return { ...scaled, Seconds: Math.min(scaled['Seconds'] * timeScale, maxTimerSeconds) };
}

function scaleRetries(state: State, timeScale: number): State {
  if (!Array.isArray(state['Retry'])) return state;
  const Retry = state['Retry'].map((retrier) => ({
    ...retrier,
    IntervalSeconds: (retrier.IntervalSeconds ?? 1) * timeScale,
    ...(retrier.MaxDelaySeconds && { MaxDelaySeconds: retrier.MaxDelaySeconds * timeScale }),
  }));
  return { ...state, Retry };
}
