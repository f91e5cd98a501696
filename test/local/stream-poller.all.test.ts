import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DynamoDbEngine, startDynamoDb } from '../../local/engines/dynamodb.ts';
import { localAws } from '../../local/engines/engine.ts';
import { type StreamPoller, startStreamPoller } from '../../local/engines/stream-poller.ts';
import { openTableStream } from '../../local/engines/table-stream.ts';

let engine: DynamoDbEngine;
let table: DynamoDBDocumentClient;
let tableName: string;
let tables = 0;
let directory: string;
let pollers: StreamPoller[] = [];
let errors: unknown[] = [];

beforeAll(async () => {
  engine = await startDynamoDb();
  table = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...localAws, endpoint: engine.endpoint }),
  );
});
afterAll(() => engine.stop());

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'poller-test-'));
  errors = [];
  tables += 1;
  tableName = `app${tables}`;
  await table.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
});
afterEach(async () => {
  await Promise.all(pollers.map((poller) => poller.stop()));
  pollers = [];
  rmSync(directory, { recursive: true });
});

const put = (pk: string, more: object = {}) =>
  table.send(new PutCommand({ TableName: tableName, Item: { pk, ...more } }));
const keyOf = (record: DynamoDBRecord) => record.dynamodb?.Keys?.['pk']?.S ?? '';

/** The filter of an event source mapping: keys with this value or prefix. */
const of = (rule: unknown) => ({ dynamodb: { Keys: { pk: { S: [rule] } } } });

const streamOf = () => openTableStream({ ...localAws, endpoint: engine.endpoint, tableName });

function poll(options: Partial<Parameters<typeof startStreamPoller>[0]>): StreamPoller {
  const poller = startStreamPoller({
    stream: streamOf(),
    handler: async () => {},
    onError: (error) => errors.push(error),
    retryDelayMilliseconds: () => 1,
    checkpointFile: join(directory, 'checkpoint.json'),
    ...options,
  });
  pollers.push(poller);
  return poller;
}

/** A handler that keeps the keys of every batch and reports the poisoned ones as failures. */
function collector(poison: readonly string[] = []) {
  const batches: string[][] = [];
  return {
    batches,
    handler: async ({ Records }: { Records: DynamoDBRecord[] }) => {
      batches.push(Records.map(keyOf));
      return {
        batchItemFailures: Records.filter((record) => poison.includes(keyOf(record))).map(
          ({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' }),
        ),
      };
    },
  };
}

/** The engine behind a proxy that counts the records it returns. */
async function reads(endpoint: string) {
  let records = 0;
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: Object.entries(request.headers).flatMap(([name, value]) =>
        ['host', 'content-length', 'connection'].includes(name) ? [] : [[name, String(value)]],
      ),
      body: await text(request),
    });
    const body = await answer.text();
    if (String(request.headers['x-amz-target']).endsWith('.GetRecords')) {
      records += Reflect.get(Object(JSON.parse(body)), 'Records').length;
    }
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    records: () => records,
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

test('records have the format of a Lambda event', async () => {
  const events: DynamoDBRecord[] = [];
  await put('a', { n: 1, bytes: new Uint8Array([1, 2]), list: [{ deep: new Uint8Array([3]) }] });
  await put('a', { n: 2 });
  await table.send(new DeleteCommand({ TableName: tableName, Key: { pk: 'a' } }));
  await poll({ handler: async ({ Records }) => void events.push(...Records) }).drained();

  const arn = `arn:aws:dynamodb:eu-west-1:000000000000:table/${tableName}/stream/`;
  const common = {
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'eu-west-1',
    eventID: expect.stringMatching(/^[0-9a-f]{32}$/),
    eventSourceARN: expect.stringContaining(arn),
  };
  const change = {
    ApproximateCreationDateTime: expect.any(Number),
    Keys: { pk: { S: 'a' } },
    SizeBytes: expect.any(Number),
    StreamViewType: 'NEW_AND_OLD_IMAGES',
  };
  const first = {
    pk: { S: 'a' },
    n: { N: '1' },
    bytes: { B: 'AQI=' },
    list: { L: [{ M: { deep: { B: 'Aw==' } } }] },
  };
  const second = { pk: { S: 'a' }, n: { N: '2' } };
  expect(events).toEqual([
    {
      ...common,
      eventName: 'INSERT',
      dynamodb: { ...change, NewImage: first, SequenceNumber: '000000000000000000001' },
    },
    {
      ...common,
      eventName: 'MODIFY',
      dynamodb: {
        ...change,
        NewImage: second,
        OldImage: first,
        SequenceNumber: '000000000000000000002',
      },
    },
    {
      ...common,
      eventName: 'REMOVE',
      dynamodb: { ...change, OldImage: second, SequenceNumber: '000000000000000000003' },
    },
  ]);
  expect(new Set(events.map(({ eventID }) => eventID)).size).toBe(3);
});

test('25 records are delivered in order, in batches of at most 10', async () => {
  const keys = Array.from({ length: 25 }, (_, index) => `k${index}`);
  for (const key of keys) await put(key);
  const { batches, handler } = collector();
  await poll({ handler }).drained();
  expect(batches.map((batch) => batch.length)).toEqual([10, 10, 5]);
  expect(batches.flat()).toEqual(keys);
});

test('a new record is delivered within 50 ms', async () => {
  let arrived = (_: string) => {};
  const poller = poll({ handler: async ({ Records }) => Records.map(keyOf).forEach(arrived) });
  await poller.drained();
  const delays: number[] = [];
  const isQuick = (delay: number) => delay < 50;
  // Again and again where the machine is busy with other things: a slow poller is never as fast.
  for (let index = 0; index < 300 && delays.filter(isQuick).length < 6; index += 1) {
    const arrival = new Promise<string>((resolve) => {
      arrived = resolve;
    });
    await put(`k${index}`);
    const written = performance.now();
    await arrival;
    delays.push(performance.now() - written);
  }
  expect(delays.filter(isQuick)).toHaveLength(6);
});

test('records of one interval are one batch', async () => {
  const batches: string[][] = [];
  const began = Promise.withResolvers<void>();
  await put('a');
  const poller = poll({
    pollIntervalMilliseconds: 3_600_000,
    handler: async ({ Records }) => {
      batches.push(Records.map(keyOf));
      // The first batch takes until there is more to read.
      if (batches.length === 1) await put('b');
      began.resolve();
    },
  });
  await began.promise;
  await put('c');
  await poller.drained();
  expect(batches).toEqual([['a'], ['b', 'c']]);
});

test('a write without a change and records outside the filter are not delivered', async () => {
  await put('a');
  await put('a');
  await put('skipped');
  await put('b');
  const { batches, handler } = collector();
  const poller = poll({ handler, filters: [of('a'), of('b')] });
  await poller.drained();
  expect(batches).toEqual([['a', 'b']]);
  expect(poller.consumedThrough()).toBe('4');
});

test('an unsupported filter rule is reported, and nothing is delivered', async () => {
  await put('a');
  const said: unknown[] = [];
  const failed = Promise.withResolvers<void>();
  const { batches, handler } = collector();
  const onError = (error: unknown) => {
    said.push(error);
    failed.resolve();
  };
  poll({ handler, onError, filters: [of({ suffix: 'a' })] });
  await failed.promise;
  expect(String(said[0])).toContain('a rule that nothing here carries out: {"suffix":"a"}');
  expect(batches).toEqual([]);
});

test('only the deletion of an expired item carries the TTL identity', async () => {
  const identities: unknown[] = [];
  await put('expired', { ttl: 1000 });
  await put('live', { ttl: 9_999_999_999 });
  for (const pk of ['expired', 'live'])
    await table.send(new DeleteCommand({ TableName: tableName, Key: { pk } }));
  const handler = async ({ Records }: { Records: DynamoDBRecord[] }) =>
    void identities.push(...Records.map(({ userIdentity }) => userIdentity));
  await poll({ handler, filters: [{ eventName: ['REMOVE'] }] }).drained();
  expect(identities).toEqual([
    { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
    undefined,
  ]);
});

test('a record that always fails is isolated, tried 3 times and given up; the rest is delivered', async () => {
  for (const key of ['a', 'b', 'poison', 'd']) await put(key);
  const given: string[][] = [];
  const { batches, handler } = collector(['poison']);
  await poll({
    handler,
    maximumAttempts: 3,
    onFailure: (records) => void given.push(records.map(keyOf)),
  }).drained();
  expect(batches).toEqual([
    ['a', 'b', 'poison', 'd'],
    ['poison', 'd'],
    ['poison'],
    ['poison'],
    ['poison'],
    ['d'],
  ]);
  expect(given).toEqual([['poison']]);
});

test('a restart continues from the checkpoint without delivering a record twice', async () => {
  await put('a');
  const before = collector();
  const poller = poll({ handler: before.handler });
  await poller.drained();
  await poller.stop();
  await put('b');
  const after = collector();
  await poll({ handler: after.handler }).drained();
  expect([before.batches, after.batches]).toEqual([[['a']], [['b']]]);
});

test('stop waits for the batch in flight', async () => {
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let finished = false;
  const poller = poll({
    handler: async () => {
      begun.resolve();
      await release.promise;
      finished = true;
    },
  });
  await put('a');
  await begun.promise;
  const stopped = poller.stop().then(() => finished);
  release.resolve();
  expect(await stopped).toBe(true);
  const after = collector();
  await poll({ handler: after.handler }).drained();
  expect(after.batches).toEqual([]);
});

test('stop during retries leaves the batch for the next start', async () => {
  await put('a');
  const failed = Promise.withResolvers<void>();
  const poller = poll({
    retryDelayMilliseconds: () => 60_000,
    handler: async () => {
      failed.resolve();
      throw new Error('not now');
    },
  });
  await failed.promise;
  await poller.stop();
  const after = collector();
  await poll({ handler: after.handler }).drained();
  expect(after.batches).toEqual([['a']]);
});

test.each(['', '{"streamArn":"arn', '[]'])(
  'a checkpoint file damaged by a power cut, %j, is ignored, and no record is missed',
  async (content) => {
    writeFileSync(join(directory, 'checkpoint.json'), content);
    await put('a');
    const { batches, handler } = collector();
    await poll({ handler }).drained();
    expect(batches).toEqual([['a']]);
  },
);

test('filtered-out records fill no batch, and the checkpoint moves past them', async () => {
  for (let each = 0; each < 120; each += 1)
    await put(each % 10 === 0 ? `wanted${each}` : `${each}`);
  const { batches, handler } = collector();
  const poller = poll({ handler, filters: [of({ prefix: 'wanted' })], batchSize: 10 });
  await poller.drained();
  expect(batches.map(({ length }) => length)).toEqual([10, 2]);
  await poller.stop();

  const again = collector();
  await put('wanted120');
  await poll({ handler: again.handler, batchSize: 10 }).drained();
  expect(again.batches).toEqual([['wanted120']]);
});

test('each reader of a stream gets all records, and continues at its own position after a restart', async () => {
  const stream = streamOf();
  const [fast, slow] = [collector(), collector()];
  const gate = Promise.withResolvers<void>();
  const first = poll({ stream, handler: fast.handler });
  const second = poll({
    stream,
    checkpointFile: join(directory, 'other.json'),
    handler: async (event) => {
      await gate.promise;
      return slow.handler(event);
    },
  });
  const keys = Array.from({ length: 30 }, (_, index) => `k${index}`);
  for (const key of keys) {
    await put(key);
    if (key === 'k10') await first.drained();
  }
  await first.drained();
  gate.resolve();
  await second.drained();
  expect(fast.batches.flat()).toEqual(keys);
  expect(slow.batches.flat()).toEqual(keys);
  await second.stop();

  await put('later');
  await first.drained();
  const again = collector();
  const resumed = poll({
    stream,
    checkpointFile: join(directory, 'other.json'),
    handler: again.handler,
  });
  await resumed.drained();
  expect(fast.batches.flat()).toEqual([...keys, 'later']);
  expect(again.batches).toEqual([['later']]);
});

test('a reader that starts far behind the others gets every record that is kept', async () => {
  const stream = streamOf();
  const keys = Array.from({ length: 40 }, (_, index) => `k${index}`);
  const before = poll({ stream });
  for (const key of keys) await put(key);
  await before.drained();
  const late = collector();
  const own = poll({
    stream,
    checkpointFile: join(directory, 'late.json'),
    handler: late.handler,
  });
  await own.drained();
  await put('last');
  await Promise.all([before.drained(), own.drained()]);
  expect(late.batches.flat()).toEqual([...keys, 'last']);
  // The stream is opened again further ahead, and no longer keeps what this reader started with.
  const other = streamOf();
  const ahead = poll({ stream: other });
  await put('one more');
  await ahead.drained();
  const behind = collector();
  await poll({
    stream: other,
    checkpointFile: join(directory, 'behind.json'),
    handler: behind.handler,
  }).drained();
  expect(behind.batches.flat()).toEqual([...keys, 'last', 'one more']);
});

test('a record is fetched only once for several readers', async () => {
  const asked = await reads(engine.endpoint);
  const stream = openTableStream({ ...localAws, endpoint: asked.endpoint, tableName });
  for (let each = 0; each < 20; each += 1) await put(`k${each}`);
  const [one, other] = [collector(), collector()];
  const first = poll({ stream, handler: one.handler });
  await first.drained();
  const before = asked.records();
  await poll({
    stream,
    checkpointFile: join(directory, 'other.json'),
    handler: other.handler,
  }).drained();
  expect(other.batches.flat()).toEqual(one.batches.flat());
  expect([before, asked.records()]).toEqual([20, 20]);
  await Promise.all(pollers.map((poller) => poller.stop()));
  await asked.stop();
});

test('few large records are kept in memory for slower readers, who fetch the rest themselves', async () => {
  const stream = streamOf();
  const fast = collector();
  const first = poll({ stream, handler: fast.handler });
  const keys = Array.from({ length: 60 }, (_, index) => `k${index}`);
  for (const key of keys) await put(key, { much: 'x'.repeat(350_000) });
  await first.drained();
  const late = collector();
  await poll({
    stream,
    checkpointFile: join(directory, 'late.json'),
    handler: late.handler,
  }).drained();
  expect(fast.batches.flat()).toEqual(keys);
  expect(late.batches.flat()).toEqual(keys);
});
