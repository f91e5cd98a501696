import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { AwsError, type Operation, startAwsJsonServer } from './aws-json.ts';
import type { Engine } from './engine.ts';
import {
  type Execution,
  openExecutions,
  summarize,
  toExecutionArn,
  toMachineArn,
} from './executions.ts';
import { type Invoke, prepareMachine, type Run } from './state-machine-runner.ts';

const Name = z.string().check(z.regex(/^[^\s<>{}[\]?*"#%\\^|~`$&,;:/]{1,80}$/));
const Page = { maxResults: z.optional(z.number()), nextToken: z.optional(z.string()) };
const StartExecution = z.object({
  stateMachineArn: z.string(),
  name: z.optional(z.string()),
  input: z.optional(z.string()),
});
const ExecutionArn = z.object({ executionArn: z.string() });
const StopExecution = z.object({
  executionArn: z.string(),
  error: z.optional(z.string()),
  cause: z.optional(z.string()),
});
const ListExecutions = z.object({
  stateMachineArn: z.string(),
  statusFilter: z.optional(z.string()),
  ...Page,
});

/** The pause before recording the end of an execution again, in milliseconds. */
const retryPause = 500;

const inputLimitBytes = 256 * 1024;

/** The local Step Functions. */
export type StepFunctionsEngine = Engine & {
  /** Resolves when no execution is running. */
  readonly idle: () => Promise<void>;
};

/**
 * Step Functions (StartExecution, DescribeExecution, ListExecutions, StopExecution) over the JSON
 * protocol, for standard machines whose tasks are Lambda functions. `machines` is keyed by name or
 * ARN. With a data directory, executions that were running start again from the beginning after a
 * restart, so tasks must be idempotent, and the names of finished ones stay taken. `timeScale` under
 * 1 shortens Wait seconds and retry intervals. Throws for definitions it cannot run.
 */
export async function startStepFunctions(options: {
  readonly machines: Readonly<Record<string, { readonly definition: object }>>;
  readonly invoke: Invoke;
  readonly dataDirectory?: string | undefined;
  readonly port?: number | undefined;
  readonly timeScale?: number;
  readonly now?: () => Date;
  /** Called if the end of an execution can't be recorded; it is tried again. */
  readonly onError?: (error: unknown) => void;
}): Promise<StepFunctionsEngine> {
  const now = options.now ?? (() => new Date());
  const executions = openExecutions(options.dataDirectory, now());
  const machines = new Map(
    Object.entries(options.machines).map(([nameOrArn, { definition }]) => [
      toMachineArn(nameOrArn),
      prepareMachine(definition, options.invoke, options.timeScale ?? 1),
    ]),
  );
  const running = new Map<string, { readonly run: Promise<Run>; readonly done: Promise<void> }>();
  let stopping = false;

  const begin = (execution: Execution) => {
    const machine = machines.get(execution.stateMachineArn);
    if (!machine) {
      const error = {
        error: 'States.Runtime',
        cause: 'The state machine no longer exists.',
      };
      executions.save({ ...execution, status: 'FAILED', stoppedAt: now().getTime(), ...error });
      return;
    }
    const { arn, name } = execution;
    const run = machine(JSON.parse(execution.input), { execution: arn, name });
    const finish = async () => {
      const outcome = await (await run).outcome;
      // A stopped engine also ends its executions, but those must run again.
      while (!stopping) {
        try {
          executions.save({
            ...(executions.get(arn) ?? execution),
            ...outcome,
            stoppedAt: now().getTime(),
          });
          break;
        } catch (error) {
          // A full disk may get room again. Until then the execution is considered running.
          options.onError?.(error);
          await delay(retryPause, undefined, { ref: false });
        }
      }
      running.delete(arn);
    };
    running.set(arn, { run, done: finish() });
  };

  const machineArn = (nameOrArn: string) => {
    const arn = toMachineArn(nameOrArn);
    if (!machines.has(arn))
      throw new AwsError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
    return arn;
  };
  const existing = (arn: string) => {
    const execution = executions.get(arn);
    if (!execution)
      throw new AwsError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
    return execution;
  };

  const operations: Record<string, Operation> = {
    StartExecution: (body) => {
      const request = StartExecution.parse(body);
      const stateMachineArn = machineArn(request.stateMachineArn);
      const name = request.name ?? randomUUID();
      if (!Name.safeParse(name).success) throw new AwsError('InvalidName', 'Invalid Name.');
      const input = request.input ?? '{}';
      if (!isJson(input) || Buffer.byteLength(input) > inputLimitBytes)
        throw new AwsError('InvalidExecutionInput', 'The input is no JSON or over 256 KiB.');
      const arn = toExecutionArn(stateMachineArn, name);
      const earlier = executions.get(arn);
      if (earlier && (earlier.status !== 'RUNNING' || earlier.input !== input))
        throw new AwsError('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`);
      if (earlier) return { executionArn: arn, startDate: earlier.startedAt / 1000 };
      const startedAt = now().getTime();
      const execution: Execution = {
        arn,
        stateMachineArn,
        name,
        input,
        startedAt,
        status: 'RUNNING',
      };
      executions.save(execution);
      begin(execution);
      return { executionArn: arn, startDate: startedAt / 1000 };
    },

    DescribeExecution: (body) => {
      const execution = existing(ExecutionArn.parse(body).executionArn);
      const { input, output, error, cause } = execution;
      return { ...summarize(execution), input, output, error, cause };
    },

    ListExecutions: (body) => {
      const request = ListExecutions.parse(body);
      const arn = machineArn(request.stateMachineArn);
      const found = executions
        .all()
        .filter(
          ({ stateMachineArn, status }) =>
            stateMachineArn === arn && status === (request.statusFilter ?? status),
        )
        .toReversed()
        .toSorted((a, b) => b.startedAt - a.startedAt);
      const start = Number(request.nextToken ?? 0);
      const end = start + (request.maxResults || 100);
      return {
        executions: found.slice(start, end).map(summarize),
        ...(end < found.length && { nextToken: String(end) }),
      };
    },

    StopExecution: async (body) => {
      const request = StopExecution.parse(body);
      const execution = existing(request.executionArn);
      const active = running.get(execution.arn);
      if (active) {
        const { error, cause } = request;
        executions.save({ ...execution, ...(error && { error }), ...(cause && { cause }) });
        (await active.run).abort();
        await active.done;
      }
      return { stopDate: (existing(execution.arn).stoppedAt ?? now().getTime()) / 1000 };
    },
  };

  const engine = await startAwsJsonServer({
    targetPrefix: 'AWSStepFunctions',
    version: '1.0',
    operations,
    port: options.port,
  });
  for (const execution of executions.all()) if (execution.status === 'RUNNING') begin(execution);

  return {
    ...engine,
    idle: async () => {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done));
    },
    stop: async () => {
      stopping = true;
      await engine.stop();
      for (const { run } of running.values()) (await run).abort();
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
