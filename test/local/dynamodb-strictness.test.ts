import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, localAws } from '../../local/engines/engine.ts';
import { type DynamoDbProxy, startDynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { startTableEngine } from '../support/table-engine.ts';

const TableName = 'app';
/** Amazon's own engine is asked without the proxy: it must refuse the same by itself, possibly in other words. */
const amazons = process.env['DYNAMODB_LOCAL'] !== undefined;
const saying = (message: string) =>
  amazons ? expect.any(String) : expect.stringContaining(message);
let engine: Engine;
let proxy: DynamoDbProxy;
let table: DynamoDBDocumentClient;

beforeAll(async () => {
  engine = await startTableEngine();
  proxy = await startDynamoDbProxy({ target: engine.endpoint });
  table = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      ...localAws,
      endpoint: amazons ? engine.endpoint : proxy.endpoint,
      maxAttempts: 1,
    }),
  );
  await table.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
        { AttributeName: 'owner', AttributeType: 'S' },
        { AttributeName: 'age', AttributeType: 'N' },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byOwner',
          KeySchema: [
            { AttributeName: 'owner', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['title'] },
        },
        {
          IndexName: 'byAge',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'age', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    }),
  );
  for (const sk of ['a1', 'a2', 'b1'])
    await table.send(new PutCommand({ TableName, Item: { pk: 'p', sk, owner: 'ada', age: 1 } }));
});
afterAll(async () => {
  await proxy.stop();
  await engine.stop();
});

const query = (input: Omit<QueryCommandInput, 'TableName'>) =>
  table.send(new QueryCommand({ TableName, ...input })).then(({ Items = [] }) => Items.length);

const refused: readonly (readonly [string, Omit<QueryCommandInput, 'TableName'>, string])[] = [
  [
    'a number for a text sort key',
    {
      KeyConditionExpression: '#pk = :p AND sk > :n',
      ExpressionAttributeNames: { '#pk': 'pk' },
      ExpressionAttributeValues: { ':p': 'p', ':n': 1 },
    },
    'Condition parameter type does not match schema type',
  ],
  [
    'a number for a text partition key',
    { KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': 7 } },
    'Condition parameter type does not match schema type',
  ],
  [
    'text for a number key of an index, in BETWEEN',
    {
      IndexName: 'byAge',
      KeyConditionExpression: 'pk = :p AND age BETWEEN :low AND :high',
      ExpressionAttributeValues: { ':p': 'p', ':low': 1, ':high': '9' },
    },
    'Condition parameter type does not match schema type',
  ],
  [
    'an empty prefix',
    {
      KeyConditionExpression: 'pk = :p AND begins_with(sk, :s)',
      ExpressionAttributeValues: { ':p': 'p', ':s': '' },
    },
    'cannot contain an empty string value. Key: sk',
  ],
  [
    'a start key of another partition',
    {
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': 'p' },
      ExclusiveStartKey: { pk: 'other', sk: 'a1' },
    },
    'The provided starting key is outside query boundaries',
  ],
  [
    'a start key of another partition of an index',
    {
      IndexName: 'byOwner',
      KeyConditionExpression: '#o = :o',
      ExpressionAttributeNames: { '#o': 'owner' },
      ExpressionAttributeValues: { ':o': 'ada' },
      ExclusiveStartKey: { pk: 'p', sk: 'a1', owner: 'grace' },
    },
    'The provided starting key is outside query boundaries',
  ],
  [
    'a start key outside the prefix',
    {
      KeyConditionExpression: 'pk = :p AND begins_with(sk, :s)',
      ExpressionAttributeValues: { ':p': 'p', ':s': 'a' },
      ExclusiveStartKey: { pk: 'p', sk: 'b1' },
    },
    'The provided starting key is outside query boundaries',
  ],
  [
    'a start key below the range',
    {
      KeyConditionExpression: 'pk = :p AND sk >= :s',
      ExpressionAttributeValues: { ':p': 'p', ':s': 'a2' },
      ExclusiveStartKey: { pk: 'p', sk: 'a1' },
    },
    'The provided starting key is outside query boundaries',
  ],
  ...['sk = :s', 'sk < :s', 'begins_with(sk, :s)', 'sk BETWEEN :p AND :s'].map(
    (condition) =>
      [
        `1,025 bytes in ${condition}`,
        {
          KeyConditionExpression: `pk = :p AND ${condition}`,
          ExpressionAttributeValues: { ':p': 'p', ':s': 's'.repeat(1025) },
        },
        'Aggregated size of all range keys has exceeded the size limit of 1024 bytes',
      ] as const,
  ),
  [
    'an attribute that an index lacks',
    {
      IndexName: 'byOwner',
      KeyConditionExpression: '#o = :o',
      ProjectionExpression: 'pk, title, #a',
      ExpressionAttributeNames: { '#o': 'owner', '#a': 'age' },
      ExpressionAttributeValues: { ':o': 'ada' },
    },
    'Global secondary index byOwner does not project [age]',
  ],
  [
    'IN with 101 operands',
    {
      KeyConditionExpression: 'pk = :p',
      FilterExpression: `age IN (${Array.from({ length: 101 }, () => ':n').join(', ')})`,
      ExpressionAttributeValues: { ':p': 'p', ':n': 1 },
    },
    'Invalid FilterExpression: IN has over 100 operands',
  ],
];

test.each(refused)('refuses %s in a query, as DynamoDB does', async (_, input, message) => {
  await expect(query(input)).rejects.toMatchObject({
    name: 'ValidationException',
    message: saying(message),
  });
});

test('accepts valid queries', async () => {
  const names = { '#o': 'owner' };
  expect([
    await query({
      KeyConditionExpression: 'pk = :p AND begins_with(sk, :s)',
      ExpressionAttributeValues: { ':p': 'p', ':s': 'a' },
      ExclusiveStartKey: { pk: 'p', sk: 'a1' },
    }),
    await query({
      KeyConditionExpression: 'pk = :p AND sk BETWEEN :l AND :h',
      ExpressionAttributeValues: { ':p': 'p', ':l': 'a2', ':h': 'b1' },
      ExclusiveStartKey: { pk: 'p', sk: 'a2' },
    }),
    await query({
      IndexName: 'byOwner',
      KeyConditionExpression: '#o = :o',
      ProjectionExpression: 'pk, title',
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ':o': 'ada' },
    }),
    await query({
      KeyConditionExpression: 'pk = :p',
      FilterExpression: `age IN (${Array.from({ length: 100 }, () => ':n').join(', ')})`,
      ExpressionAttributeValues: { ':p': 'p', ':n': 1 },
    }),
  ]).toEqual([1, 1, 3, 3]);
});

const conditions = (count: number) => Array.from({ length: count }, () => 'age = :v').join(' OR ');
const refusedPuts: readonly (readonly [string, Omit<PutCommandInput, 'TableName'>, string])[] = [
  ['an attribute without a name', { Item: { '': 1 } }, 'Empty attribute name'],
  ['one in a map of a list', { Item: { list: [{ map: { '': 1 } }] } }, 'Empty attribute name'],
  [
    '301 operators',
    {
      Item: {},
      ConditionExpression: conditions(151),
      ExpressionAttributeValues: { ':v': 1 },
    },
    'The expression contains too many operators; operator count: 301',
  ],
  ...[null, true, {}, []].flatMap((value) =>
    ['age < :v', 'age BETWEEN :v AND :v'].map(
      (condition) =>
        [
          `${JSON.stringify(value)} in ${condition}`,
          {
            Item: {},
            ConditionExpression: condition,
            ExpressionAttributeValues: { ':v': value },
          },
          'Incorrect operand type for operator or function',
        ] as const,
    ),
  ),
  [
    'an attribute compared with itself',
    { Item: {}, ConditionExpression: 'age = age' },
    'The first operand must be distinct from the remaining operands',
  ],
  [
    'a type that does not exist',
    {
      Item: {},
      ConditionExpression: 'attribute_type(age, :v)',
      ExpressionAttributeValues: { ':v': 'ZZ' },
    },
    'Invalid attribute type name found',
  ],
];
const put = (input: Omit<PutCommandInput, 'TableName'>) => ({
  TableName,
  ...input,
  Item: { pk: 'put', sk: 's', ...input.Item },
});

test.each(refusedPuts)('refuses %s, as DynamoDB does', async (_, input, message) => {
  const fault = { name: 'ValidationException', message: saying(message) };
  await expect(table.send(new PutCommand(put(input)))).rejects.toMatchObject(fault);
  const inTransaction = new TransactWriteCommand({ TransactItems: [{ Put: put(input) }] });
  await expect(table.send(inTransaction)).rejects.toMatchObject(fault);
});

test.each([
  ['300 operators, the maximum', conditions(150), 1],
  ['a null that is compared for equality', 'age <> :v', null],
  ['a null in a list', 'NOT age IN (:v)', null],
  ['a type that exists', 'attribute_type(age, :v)', 'N'],
])('accepts %s', async (_, condition, value) => {
  await table.send(new PutCommand(put({ Item: { age: 1 } })));
  const conditional = put({
    Item: { age: 2 },
    ConditionExpression: condition,
    ExpressionAttributeValues: { ':v': value },
  });
  await table.send(new PutCommand(conditional));
  const { Item } = await table.send(new GetCommand({ TableName, Key: { pk: 'put', sk: 's' } }));
  expect(Item).toMatchObject({ age: 2 });
});

test('refuses index keys that are too large in every kind of write', async () => {
  const sk = 's'.repeat(1024);
  const owner = 'o'.repeat(2049);
  const Item = { pk: 'p', sk, owner };
  const update = {
    TableName,
    Key: { pk: 'p', sk: 'a1' },
    UpdateExpression: 'SET #o = :o',
    ExpressionAttributeNames: { '#o': 'owner' },
    ExpressionAttributeValues: { ':o': owner },
  };
  const writes = [
    table.send(new PutCommand({ TableName, Item })),
    table.send(new UpdateCommand(update)),
    table.send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item } }] })),
    table.send(new TransactWriteCommand({ TransactItems: [{ Update: update }] })),
    table.send(
      new BatchWriteCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item } }] } }),
    ),
  ];
  const results = await Promise.allSettled(writes);
  expect(results.map((result) => result.status === 'rejected' && result.reason.message)).toEqual(
    writes.map(() =>
      saying(
        'One or more parameter values were invalid: Size of hashkey owner has exceeded the maximum size limit of 2048 bytes IndexName: byOwner',
      ),
    ),
  );
  await table.send(new PutCommand({ TableName, Item: { ...Item, owner: 'o'.repeat(2048) } }));
});
