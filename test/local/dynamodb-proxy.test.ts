import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient, ListStreamsCommand } from '@aws-sdk/client-dynamodb-streams';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type DynamoDbEngine, startDynamoDb } from '../../local/engines/dynamodb.ts';
import { localAws } from '../../local/engines/engine.ts';
import { type DynamoDbProxy, startDynamoDbProxy } from '../support/dynamodb-proxy.ts';

const TableName = 'app';
let engine: DynamoDbEngine;
let proxy: DynamoDbProxy;
let table: DynamoDBDocumentClient;

beforeAll(async () => {
  engine = await startDynamoDb();
  proxy = await startDynamoDbProxy({ target: engine.endpoint });
  table = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...localAws, endpoint: proxy.endpoint, maxAttempts: 1 }),
  );
  await table.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  );
  for (const sk of ['a1', 'a2', 'b1'])
    await table.send(new PutCommand({ TableName, Item: { pk: 'p', sk } }));
});
afterAll(async () => {
  await proxy.stop();
  await engine.stop();
});
afterEach(() => {
  expect(proxy.pending()).toBe(0);
  proxy.calls.reset();
});

const get = (sk: string, ConsistentRead = false) =>
  table.send(new GetCommand({ TableName, Key: { pk: 'p', sk }, ConsistentRead }));
const put = (sk: string) => table.send(new PutCommand({ TableName, Item: { pk: 'p', sk } }));

test('an injected conflict cancels one transaction, with one reason per item', async () => {
  const write = () =>
    table.send(
      new TransactWriteCommand({
        TransactItems: ['t1', 't2'].map((sk) => ({ Put: { TableName, Item: { pk: 'p', sk } } })),
      }),
    );
  proxy.failNext({ operation: 'TransactWriteItems', kind: 'conflict' });
  await expect(write()).rejects.toMatchObject({
    name: 'TransactionCanceledException',
    message:
      'Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict, None]',
    CancellationReasons: [
      { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' },
      { Code: 'None' },
    ],
  });
  expect((await get('t1')).Item).toBeUndefined();
  await write();
  expect((await get('t1')).Item).toEqual({ pk: 'p', sk: 't1' });
});

test('a fault affects only matching requests, as often as configured', async () => {
  proxy.failNext({ operation: 'PutItem', kind: 'conflict' });
  proxy.failNext({ kind: 'throttle', times: 2, match: (body) => 'Key' in body });
  proxy.failNext({ operation: 'Query', kind: 'internal' });
  const failures = [];
  for (const attempt of [get, get, put])
    failures.push(await attempt('f').catch((error) => error.name));
  await expect(
    table.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :p',
        ExpressionAttributeValues: { ':p': 'p' },
      }),
    ),
  ).rejects.toMatchObject({ name: 'InternalServerError', $metadata: { httpStatusCode: 500 } });
  expect(failures).toEqual([
    'ProvisionedThroughputExceededException',
    'ProvisionedThroughputExceededException',
    'TransactionConflictException',
  ]);
  expect((await get('f')).Item).toBeUndefined();
});

test('a dropped response looks like a network failure, but the write is done', async () => {
  proxy.failNext({ operation: 'PutItem', kind: 'drop-response' });
  await expect(put('dropped')).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect((await get('dropped')).Item).toEqual({ pk: 'p', sk: 'dropped' });
});

test('a hook runs before the matching request is sent, so that a race can be staged', async () => {
  proxy.beforeNext(
    (body, operation) => operation === 'PutItem' && 'ConditionExpression' in body,
    () => put('raced'),
  );
  await expect(
    table.send(
      new PutCommand({
        TableName,
        Item: { pk: 'p', sk: 'raced', late: true },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  ).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
});

test('calls are listed in order with their consistency', async () => {
  await get('a1', true);
  await get('a1');
  await put('listed');
  const listed = proxy.calls
    .list()
    .map(({ operation, consistentRead }) => [operation, consistentRead]);
  expect(listed).toEqual([
    ['GetItem', true],
    ['GetItem', false],
    ['PutItem', false],
  ]);
  expect([proxy.calls.count(), proxy.calls.count('GetItem')]).toEqual([3, 2]);
});

test('overlapping requests are one round trip, requests in sequence are several', async () => {
  await get('a1');
  // The second read waits in the proxy until the first has also arrived there.
  const arrived = Promise.withResolvers<void>();
  proxy.beforeNext(
    (body) => JSON.stringify(body).includes('"a1"'),
    () => arrived.promise,
  );
  proxy.beforeNext(
    (body) => JSON.stringify(body).includes('"a2"'),
    async () => arrived.resolve(),
  );
  await Promise.all([get('a1'), get('a2')]);
  await get('b1');
  expect([proxy.calls.count(), proxy.calls.roundTrips()]).toEqual([4, 3]);
});

test('heartbeats of functions are passed on without being counted', async () => {
  const update = (UpdateExpression: string) =>
    table.send(
      new UpdateCommand({
        ...{ TableName, Key: { pk: 'p', sk: 'heart' }, UpdateExpression },
        ExpressionAttributeValues: { ':next': 1 },
      }),
    );
  await update('SET in_progress_expiration = :next');
  expect(proxy.calls.count()).toBe(0);
  await update('SET lastSeen = :next');
  expect(proxy.calls.count()).toBe(1);
});

test('stream requests are passed on without being counted', async () => {
  const streams = new DynamoDBStreamsClient({ ...localAws, endpoint: proxy.endpoint });
  expect((await streams.send(new ListStreamsCommand({ TableName }))).Streams).toEqual([]);
  expect(proxy.calls.count()).toBe(0);
});
