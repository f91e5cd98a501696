import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import type { Invoke } from '../../local/engines/state-machine-runner.ts';
import { startStepFunctions } from '../../local/engines/step-functions.ts';

const invokeState = (name: string, more: object) => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke',
  Parameters: { FunctionName: name, 'Payload.$': '$' },
  OutputPath: '$.Payload',
  ...more,
});
const stuck = { ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'MarkStuck' };

const definition = {
  StartAt: 'Check',
  TimeoutSeconds: 3_000_000,
  States: {
    Check: invokeState('check', {
      Retry: [{ ErrorEquals: ['Throttled'], IntervalSeconds: 1, MaxAttempts: 2, BackoffRate: 2 }],
      Catch: [stuck],
      Next: 'Decide',
    }),
    Decide: {
      Type: 'Choice',
      Choices: [{ Variable: '$.outcome', StringEquals: 'wait', Next: 'Pause' }],
      Default: 'Issue',
    },
    Pause: { Type: 'Wait', Seconds: 1, Next: 'Issue' },
    Issue: {
      Type: 'Task',
      Resource: 'arn:aws:lambda:eu-west-1:000000000000:function:issue',
      End: true,
    },
    MarkStuck: invokeState('mark-stuck', { Next: 'Stuck' }),
    Stuck: { Type: 'Fail', Error: 'Stuck', Cause: 'See the runbook' },
  },
};

class Throttled extends Error {
  override readonly name = 'Throttled';
}

let dataDirectory: string;
let engine: Awaited<ReturnType<typeof startStepFunctions>>;
let client: SFNClient;
let calls: [string, unknown][];

async function start(invoke: Invoke, timeScale = 0.001) {
  engine = await startStepFunctions({
    machines: { issuance: { definition } },
    invoke: (name, payload) => {
      calls.push([name, payload]);
      return invoke(name, payload);
    },
    dataDirectory,
    timeScale,
  });
  client = new SFNClient({ ...localAws, endpoint: engine.endpoint, maxAttempts: 1 });
}
const stateMachineArn = 'arn:aws:states:eu-west-1:000000000000:stateMachine:issuance';
const executionArn = 'arn:aws:states:eu-west-1:000000000000:execution:issuance:e1';
const run = (input: object, name = 'e1') =>
  client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
const describe = () => client.send(new DescribeExecutionCommand({ executionArn }));
const outcome = async () => {
  const { status, output, error, cause } = await describe();
  return { status, output: output && JSON.parse(output), error, cause };
};
const succeed: Invoke = async () => ({ outcome: 'issue' });
const never: Invoke = () => new Promise(() => {});

beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'sfn-test-'));
  calls = [];
});
afterEach(async () => {
  await engine.stop();
  rmSync(dataDirectory, { recursive: true });
});

test('tasks, a choice and a wait produce the output', async () => {
  await start(async (name, payload) =>
    name === 'check' ? { outcome: 'wait' } : { issued: payload },
  );
  const { executionArn: arn, startDate } = await run({ requestId: 'r1' });
  await engine.idle();
  expect([arn, startDate instanceof Date]).toEqual([executionArn, true]);
  expect(await outcome()).toEqual({
    status: 'SUCCEEDED',
    output: { issued: { outcome: 'wait' } },
  });
  expect(calls).toEqual([
    ['check', { requestId: 'r1' }],
    ['arn:aws:lambda:eu-west-1:000000000000:function:issue', { outcome: 'wait' }],
  ]);
});

test('an end that could not be written to a full disk is written once there is space', async () => {
  const file = join(dataDirectory, 'executions.jsonl');
  let errors = 0;
  engine = await startStepFunctions({
    machines: { issuance: { definition } },
    invoke: async (name) => {
      if (name !== 'check') return {};
      // A file that can't be written to.
      renameSync(file, `${file}.aside`);
      mkdirSync(file);
      return { outcome: 'issue' };
    },
    dataDirectory,
    onError: () => {
      errors += 1;
      rmSync(file, { recursive: true });
      renameSync(`${file}.aside`, file);
    },
  });
  client = new SFNClient({ ...localAws, endpoint: engine.endpoint, maxAttempts: 1 });
  await run({ id: 1 });
  await engine.idle();
  expect([errors, (await outcome()).status]).toEqual([1, 'SUCCEEDED']);
});

test('an error named in Retry is retried with backoff', async () => {
  let failures = 2;
  await start(async (name, payload) => {
    if (name === 'check' && failures-- > 0) throw new Throttled('slow down');
    return { ...Object(payload), outcome: 'issue' };
  });
  await run({ id: 1 });
  await engine.idle();
  expect([calls.map(([name]) => name), (await outcome()).status]).toEqual([
    ['check', 'check', 'check', 'arn:aws:lambda:eu-west-1:000000000000:function:issue'],
    'SUCCEEDED',
  ]);
});

test('an error without a retry is caught with its cause and ends in the Fail state', async () => {
  await start(async (name, payload) => {
    if (name === 'check') throw new TypeError('broken');
    return payload;
  });
  await run({ id: 1 });
  await engine.idle();
  const Cause = JSON.stringify({ errorType: 'TypeError', errorMessage: 'broken' });
  expect(calls.at(-1)).toEqual(['mark-stuck', { id: 1, failure: { Error: 'TypeError', Cause } }]);
  expect(await outcome()).toEqual({ status: 'FAILED', error: 'Stuck', cause: 'See the runbook' });
});

test('the same name and input returns the same execution while it runs', async () => {
  await start(never);
  const first = await run({ id: 1 });
  const second = await run({ id: 1 });
  expect([second.executionArn, second.startDate]).toEqual([first.executionArn, first.startDate]);
  await expect(run({ id: 2 })).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  await expect.poll(() => calls).toEqual([['check', { id: 1 }]]);
});

test("the name of a finished execution can't be used again, even after a restart", async () => {
  await start(succeed);
  await run({ id: 1 });
  await engine.idle();
  await expect(run({ id: 1 })).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  await engine.stop();
  await start(succeed);
  await expect(run({ id: 1 })).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  expect((await outcome()).status).toBe('SUCCEEDED');
});

test('an execution that was running starts again after a restart', async () => {
  await start(never);
  const { startDate } = await run({ id: 1 });
  await expect.poll(() => calls.length).toBe(1);
  await engine.stop();
  await start(succeed);
  await engine.idle();
  const after = await describe();
  expect([after.status, after.output, after.startDate]).toEqual([
    'SUCCEEDED',
    '{"outcome":"issue"}',
    startDate,
  ]);
});

test('stopping ends a waiting execution as ABORTED with the given reason', async () => {
  await start(async () => ({ outcome: 'wait' }), 1000);
  await run({ id: 1 });
  await expect.poll(() => calls.length).toBe(1);
  const { stopDate } = await client.send(
    new StopExecutionCommand({ executionArn, error: 'Operator', cause: 'no longer needed' }),
  );
  expect(stopDate).toBeInstanceOf(Date);
  expect(await outcome()).toEqual({
    status: 'ABORTED',
    error: 'Operator',
    cause: 'no longer needed',
  });
});

test('a machine timeout that is too long for a timer does not fire immediately', async () => {
  await start(never);
  await run({ id: 1 });
  await expect.poll(() => calls.length).toBe(1);
  expect((await outcome()).status).toBe('RUNNING');
});

test('executions are listed by status, newest first, in pages', async () => {
  await start(succeed);
  for (const name of ['a', 'b', 'c']) {
    await run({}, name);
    await engine.idle();
  }
  const list = async (input: object) => {
    const page = await client.send(new ListExecutionsCommand({ stateMachineArn, ...input }));
    return { names: page.executions?.map(({ name }) => name), nextToken: page.nextToken };
  };
  const first = await list({ maxResults: 2, statusFilter: 'SUCCEEDED' });
  const second = await list({ maxResults: 2, nextToken: first.nextToken });
  expect([first.names, second.names]).toEqual([['c', 'b'], ['a']]);
  expect(await list({ statusFilter: 'RUNNING' })).toEqual({ names: [], nextToken: undefined });
});

test('unknown and invalid input is refused by name', async () => {
  await start(succeed);
  const failures = [
    client.send(new StartExecutionCommand({ stateMachineArn: 'nothing' })),
    client.send(new StartExecutionCommand({ stateMachineArn, name: 'a b' })),
    client.send(new StartExecutionCommand({ stateMachineArn, input: '{' })),
    describe(),
    client.send(new GetExecutionHistoryCommand({ executionArn })),
  ];
  const results = await Promise.allSettled(failures);
  expect(results.map((result) => result.status === 'rejected' && result.reason.name)).toEqual([
    'StateMachineDoesNotExist',
    'InvalidName',
    'InvalidExecutionInput',
    'ExecutionDoesNotExist',
    'UnknownOperationException',
  ]);
});

test('unsupported definitions are refused at the start', async () => {
  await start(succeed);
  const task = {
    ...definition.States.Issue,
    Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
  };
  const broken = [
    { StartAt: 'A', States: { A: task } },
    { StartAt: 'A', QueryLanguage: 'JSONata', States: { A: { Type: 'Succeed' } } },
  ];
  const starts = broken.map((each) =>
    startStepFunctions({ machines: { each: { definition: each } }, invoke: succeed }),
  );
  expect(await Promise.allSettled(starts)).toEqual([
    {
      status: 'rejected',
      reason: new Error('The local Step Functions have no task tokens (state A).'),
    },
    {
      status: 'rejected',
      reason: new Error('The local Step Functions run JSONPath definitions only, not JSONata.'),
    },
  ]);
});
