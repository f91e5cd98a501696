import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { type SqsEngine, startSqs } from '../../local/engines/sqs.ts';
import { openQueues, type Queues } from '../../shared/platform/aws/queues.ts';

let directory: string;
let clock: number;
let sqs: SqsEngine;
let queues: Queues;

const start = async () => {
  sqs = await startSqs({
    queues: {
      work: { visibilityTimeout: 60, redrive: { deadLetters: 'dead', maxReceptions: 2 } },
      dead: { visibilityTimeout: 30 },
    },
    dataDirectory: directory,
    now: () => clock,
  });
  queues = openQueues({ ...localAws, endpoint: sqs.endpoint });
};
/** Restarts as after a kill: nothing is written at the end. */
const restart = async () => {
  await sqs.stop();
  await start();
};
const work = () => sqs.urlOf('work');
const bodies = async (url: string, seconds = 60) =>
  (await queues.receive(url, seconds)).map(({ body }) => body);

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sqs-test-'));
  clock = 1_000_000;
  await start();
});
afterEach(async () => {
  await sqs.stop();
  rmSync(directory, { recursive: true });
});

describe('the local SQS', () => {
  it('hides a message while it is being processed, and shows it again afterwards', async () => {
    await queues.send(work(), ['a', 'b']);
    expect(await bodies(work())).toEqual(['a', 'b']);
    expect(await bodies(work())).toEqual([]);
    expect(await queues.size(work())).toEqual({ waiting: 0, inFlight: 2 });
    clock += 60_000;
    expect(await bodies(work())).toEqual(['a', 'b']);
  });

  it('changes the time until a message is visible if its holder asks', async () => {
    await queues.send(work(), ['a']);
    const [message] = await queues.receive(work(), 60);
    await queues.postpone(work(), [{ receipt: message?.receipt ?? '', seconds: 0 }]);
    expect(await bodies(work())).toEqual(['a']);
  });

  it('deletes only with the newest receipt', async () => {
    await queues.send(work(), ['a']);
    const [first] = await queues.receive(work(), 0);
    const [second] = await queues.receive(work(), 0);
    await queues.remove(work(), [first?.receipt ?? '']);
    expect(sqs.bodies('work')).toEqual(['a']);
    await queues.remove(work(), [second?.receipt ?? '']);
    expect(sqs.bodies('work')).toEqual([]);
  });

  it('gives up a message that was received too often', async () => {
    await queues.send(work(), ['a']);
    await queues.receive(work(), 0);
    await queues.receive(work(), 0);
    expect(await bodies(work())).toEqual([]);
    expect([sqs.bodies('work'), sqs.bodies('dead')]).toEqual([[], ['a']]);
  });

  it('keeps undeleted messages and dead letters after a kill', async () => {
    await queues.send(work(), ['gone', 'held', 'waiting']);
    const [gone] = await queues.receive(work(), 60);
    await queues.remove(work(), [gone?.receipt ?? '']);
    await queues.send(work(), ['bad']);
    await queues.receive(work(), 0);
    await queues.receive(work(), 0);
    await queues.receive(work(), 0);
    expect(sqs.bodies('dead')).toEqual(['bad']);
    appendFileSync(join(directory, 'queues.jsonl'), '{"id":"cut o');
    await restart();
    expect([sqs.bodies('work'), sqs.bodies('dead')]).toEqual([['held', 'waiting'], ['bad']]);
    expect(await bodies(work())).toEqual(['held', 'waiting']);
  });

  it('keeps no line of a deleted message', async () => {
    await queues.send(work(), ['a', 'b']);
    for (const { receipt } of await queues.receive(work(), 60))
      await queues.remove(work(), [receipt]);
    await restart();
    expect(readFileSync(join(directory, 'queues.jsonl'), 'utf8')).toBe('');
  });

  it('delivers a delayed message only after its delay, even after a kill', async () => {
    await queues.send(work(), ['later'], 5);
    expect(await queues.size(work())).toEqual({ waiting: 1, inFlight: 0 });
    expect(await bodies(work())).toEqual([]);
    await restart();
    clock += 4_999;
    expect(await bodies(work())).toEqual([]);
    clock += 1;
    expect(await bodies(work())).toEqual(['later']);
  });

  it('refuses an unknown queue', async () => {
    await expect(queues.send(sqs.urlOf('other'), ['a'])).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
    });
  });
});

describe('a queue with a consumer', () => {
  it('delivers what a killed process left, and deletes what was processed', async () => {
    await queues.send(work(), ['a', 'b']);
    await queues.receive(work(), 60);
    await restart();
    const handed: string[] = [];
    sqs.connect('work', {
      functionName: 'work',
      handler: async ({ Records }) => {
        handed.push(...Records.map(({ body }) => body));
      },
    });
    await sqs.idle();
    expect(handed).toEqual(['a', 'b']);
    expect(sqs.bodies('work')).toEqual([]);
  });

  it('delivers a processed message again if the disk was full when it should be deleted', async () => {
    const handed: string[] = [];
    const errors: unknown[] = [];
    const file = join(directory, 'queues.jsonl');
    await sqs.stop();
    sqs = await startSqs({
      queues: { work: { visibilityTimeout: 1 } },
      dataDirectory: directory,
      timeScale: 0.001,
      onError: (error) => {
        errors.push(error);
        rmSync(file, { recursive: true });
        renameSync(`${file}.aside`, file);
      },
    });
    queues = openQueues({ ...localAws, endpoint: sqs.endpoint });
    await queues.send(work(), ['a']);
    sqs.connect('work', {
      functionName: 'work',
      handler: async ({ Records }) => {
        handed.push(...Records.map(({ body }) => body));
        if (handed.length > 1) return;
        // A file that can't be written to.
        renameSync(file, `${file}.aside`);
        mkdirSync(file);
      },
    });
    await sqs.idle();
    expect([handed, errors.length]).toEqual([['a', 'a'], 1]);
    expect(sqs.bodies('work')).toEqual([]);
  });

  it('delivers the whole batch again if the function failed or named an unknown message', async () => {
    const calls: string[][] = [];
    await sqs.stop();
    sqs = await startSqs({ queues: { work: { visibilityTimeout: 1 } }, timeScale: 0.001 });
    queues = openQueues({ ...localAws, endpoint: sqs.endpoint });
    sqs.connect('work', {
      functionName: 'work',
      handler: async ({ Records }) => {
        calls.push(Records.map(({ body }) => body));
        if (calls.length === 1) throw new Error('the function failed');
        return { batchItemFailures: calls.length === 2 ? [{ itemIdentifier: 'other' }] : [] };
      },
    });
    await queues.send(work(), ['a', 'b']);
    await sqs.idle();
    expect(calls).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });
});
