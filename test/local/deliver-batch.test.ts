import type { DynamoDBRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import { deliverBatch } from '../../local/engines/deliver-batch.ts';

const batchOf = (...names: string[]): DynamoDBRecord[] =>
  names.map((name) => ({ dynamodb: { SequenceNumber: name } }));
const nameOf = (record: DynamoDBRecord) => record.dynamodb?.SequenceNumber ?? '';
const failuresOf = (...names: string[]) => ({
  batchItemFailures: names.map((itemIdentifier) => ({ itemIdentifier })),
});

/** Delivers a batch; resolves to what was invoked, given up and reported. */
async function deliver(
  names: string[],
  answer: (
    names: readonly string[],
    invocation: number,
  ) => ReturnType<typeof failuresOf> | undefined,
  more: { readonly signal?: AbortSignal } = {},
) {
  const invoked: string[] = [];
  const given: string[] = [];
  const errors: unknown[] = [];
  const delays: number[] = [];
  const settled = await deliverBatch(batchOf(...names), {
    invoke: async (records) => {
      invoked.push(records.map(nameOf).join(''));
      return answer(records.map(nameOf), invoked.length);
    },
    maximumAttempts: 3,
    retryDelayMilliseconds: (attempt) => {
      delays.push(attempt);
      return 0;
    },
    onError: (error) => errors.push(error),
    onFailure: (records) => void given.push(...records.map(nameOf)),
    signal: new AbortController().signal,
    ...more,
  });
  return { invoked, given, errors, delays, settled };
}

test('a handler that returns nothing has handled the whole batch', async () => {
  expect(await deliver(['a', 'b'], () => undefined)).toEqual({
    invoked: ['ab'],
    given: [],
    errors: [],
    delays: [],
    settled: 2,
  });
});

test('after a reported failure the batch continues with the first failed record', async () => {
  const { invoked, settled } = await deliver(['a', 'b', 'c', 'd'], (_, invocation) =>
    invocation === 1 ? failuresOf('d', 'b') : undefined,
  );
  expect([invoked, settled]).toEqual([['abcd', 'bcd'], 4]);
});

test('an unknown record identifier fails the whole batch', async () => {
  const { invoked } = await deliver(['a', 'b'], (_, invocation) =>
    invocation === 1 ? failuresOf('x') : undefined,
  );
  expect(invoked).toEqual(['ab', 'a', 'b']);
});

test('a handler that throws gets halved batches until the failing record is alone', async () => {
  const culprit = new Error('cannot handle');
  const result = await deliver(['a', 'b', 'c', 'x', 'e'], (names) => {
    if (names.includes('x')) throw culprit;
    return undefined;
  });
  expect(result).toEqual({
    invoked: ['abcxe', 'abc', 'xe', 'x', 'x', 'x', 'e'],
    given: ['x'],
    errors: Array.from({ length: 5 }, () => culprit),
    delays: [1, 1, 2, 3],
    settled: 5,
  });
});

test('an abort ends the retries and returns how far the batch got', async () => {
  const abort = new AbortController();
  const { invoked, settled } = await deliver(
    ['a', 'b', 'c'],
    () => {
      abort.abort();
      return failuresOf('b');
    },
    { signal: abort.signal },
  );
  expect([invoked, settled]).toEqual([['abc'], 1]);
});
