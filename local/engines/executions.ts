import * as z from 'zod';
import { localAws } from './engine.ts';
import { openJournal } from './journal.ts';

const Execution = z.object({
  arn: z.string(),
  stateMachineArn: z.string(),
  name: z.string(),
  input: z.string(),
  status: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']),
  startedAt: z.number(),
  stoppedAt: z.optional(z.number()),
  output: z.optional(z.string()),
  error: z.optional(z.string()),
  cause: z.optional(z.string()),
});

/** One execution; `input` and `output` are JSON text, times are milliseconds since the epoch. */
export type Execution = Readonly<z.output<typeof Execution>>;

/** Every execution ever started, by ARN, in memory and (with a directory) on disk. */
export type Executions = {
  readonly get: (arn: string) => Execution | undefined;
  readonly all: () => readonly Execution[];
  readonly save: (execution: Execution) => void;
};

/** How long Step Functions keeps a finished execution, in milliseconds: 90 days. */
const endedRetentionMs = 7_776_000_000;

/**
 * Reads `executions.jsonl`, in which the last line about an execution is valid. Removes earlier lines, and executions
 * that ended 90 days ago.
 */
export function openExecutions(directory: string | undefined, now: Date): Executions {
  const journal = openJournal(directory, 'executions.jsonl', Execution);
  const executions = new Map<string, Execution>();
  for (const execution of journal.entries) executions.set(execution.arn, execution);
  for (const { arn, stoppedAt = now.getTime() } of executions.values()) {
    if (now.getTime() - stoppedAt > endedRetentionMs) executions.delete(arn);
  }
  if (executions.size < journal.entries.length) journal.replace([...executions.values()]);
  return {
    get: (arn) => executions.get(arn),
    all: () => [...executions.values()],
    save: (execution) => {
      journal.append(execution);
      executions.set(execution.arn, execution);
    },
  };
}

/** A machine's ARN, from its name or its ARN. */
export function toMachineArn(nameOrArn: string): string {
  return nameOrArn.startsWith('arn:') ? nameOrArn : arnOf('stateMachine', nameOrArn);
}

/** The ARN of the execution of that name; names are unique within a machine. */
export function toExecutionArn(machineArn: string, name: string): string {
  return arnOf('execution', `${machineArn.split(':').at(-1)}:${name}`);
}

/** An execution as the service lists it, with times in epoch seconds. */
export function summarize(execution: Execution): object {
  return {
    executionArn: execution.arn,
    stateMachineArn: execution.stateMachineArn,
    name: execution.name,
    status: execution.status,
    startDate: execution.startedAt / 1000,
    ...(execution.stoppedAt !== undefined && { stopDate: execution.stoppedAt / 1000 }),
  };
}

function arnOf(kind: string, name: string): string {
  return `arn:aws:states:${localAws.region}:${localAws.account}:${kind}:${name}`;
}
