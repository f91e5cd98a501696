import aslValidator from 'asl-validator';
import { describe, expect, it } from 'vitest';
import { definitionOf, readWorkflow } from '../../../lib/bundle/workflow-file.ts';
import { workflowNames } from '../../../shared/kernel/domain/outbox-queue.ts';

interface State {
  readonly Type: string;
  readonly Parameters?: { readonly FunctionName: string };
  readonly ItemProcessor?: Machine;
  readonly TimeoutSeconds?: number;
  readonly Retry?: readonly {
    readonly ErrorEquals: readonly string[];
    readonly MaxAttempts: number;
  }[];
  readonly Catch?: readonly { readonly ErrorEquals: readonly string[]; readonly Next: string }[];
}

interface Machine {
  readonly TimeoutSeconds?: number;
  readonly States: Readonly<Record<string, State>>;
}

/** Every state, including those within maps. */
function statesOf(machine: Machine): readonly (readonly [string, State])[] {
  return Object.entries(machine.States).flatMap(([name, state]) => [
    [name, state] as const,
    ...(state.ItemProcessor ? statesOf(state.ItemProcessor) : []),
  ]);
}

describe.each(workflowNames)('%s', (name) => {
  const file = readWorkflow(name);
  // asl-validator checks exactly this form, in the first test.
  const machine = definitionOf(
    file,
    (entry) => `arn:aws:lambda:eu-west-1:000000000000:function:${entry.replaceAll(/\W/g, '-')}`,
  ) as Machine;
  const tasks = statesOf(machine).filter(([, { Type }]) => Type === 'Task');

  it('is valid Amazon States Language, with a function for each task', () => {
    const { isValid, errors } = aslValidator(machine);
    expect({ isValid, errors }).toEqual({ isValid: true, errors: [] });
    const called = new Set(tasks.map(([, { Parameters }]) => Parameters?.FunctionName));
    expect(called.size).toBe(Object.keys(file.tasks).length);
    // Migrations use one function for all steps.
    if (called.size === tasks.length)
      expect(Object.keys(file.tasks).toSorted()).toEqual(tasks.map(([state]) => state).toSorted());
  });

  it('has a timeout, and so has each task', () => {
    expect(machine.TimeoutSeconds).toBeGreaterThan(0);
    for (const [, { TimeoutSeconds }] of tasks) expect(TimeoutSeconds).toBeGreaterThan(0);
  });

  it('retries each task with growing, jittered pauses, except for an invalid payload', () => {
    for (const [, { Retry = [] }] of tasks) {
      const [wrongPayload, ...others] = Retry;
      expect(wrongPayload).toEqual({ ErrorEquals: ['InvalidTaskInput'], MaxAttempts: 0 });
      expect(others.map(({ ErrorEquals }) => ErrorEquals[0])).toEqual([
        'Lambda.ClientExecutionTimeoutException',
        'States.ALL',
      ]);
      for (const retrier of others) {
        expect(retrier).toMatchObject({
          BackoffRate: 2,
          MaxDelaySeconds: 60,
          JitterStrategy: 'FULL',
        });
        expect(retrier.MaxAttempts).toBeGreaterThan(3);
      }
    }
  });

  it('marks the subject as stuck and fails if a task is given up', () => {
    // A failure within a map fails the map.
    const outer = Object.entries(machine.States).filter(([, { Type }]) => /Task|Map/.test(Type));
    for (const [state, { Catch = [] }] of outer) {
      expect(Catch.map(({ ErrorEquals, Next }) => [ErrorEquals, Next])).toEqual([
        [['States.ALL'], state === 'MarkStuck' ? 'Stuck' : 'MarkStuck'],
      ]);
    }
    expect(machine.States['MarkStuck']).toMatchObject({ Next: 'Stuck' });
    expect(machine.States['Stuck']).toMatchObject({ Type: 'Fail' });
  });
});
