import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { tableClient } from '../../shared/kernel/db/table.ts';
import { timeLimits } from '../../shared/kernel/runtime/client-parts.ts';

interface Sent {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

const sent: Sent[] = [];
/** The next answers. The last one repeats. */
let replies: readonly Reply[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url, headers } = request;
  sent.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
  const reply = replies[Math.min(sent.length, replies.length) - 1] ?? { body: '{}' };
  response.writeHead(reply.status ?? 200, {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-requestid': 'REQUEST',
    ...reply.headers,
  });
  response.end(reply.body);
});
const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'token/+=' };
let endpoint = '';

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // Listening on TCP.
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => vi.unstubAllEnvs());

/** Our client, and the SDK's own with the same settings. */
function clients(attempts = 3) {
  const { region } = localAws;
  const limits = () => timeLimits({ attempts, requestTimeout: 60_000 });
  const marshallOptions = { removeUndefinedValues: true };
  return {
    ours: tableClient({ region, credentials, endpoint, ...limits() }),
    plain: DynamoDBDocumentClient.from(
      new DynamoDBClient({ region, credentials, endpoint, ...limits() }),
      { marshallOptions },
    ),
  };
}

async function requestsOf(work: () => Promise<unknown>): Promise<readonly Sent[]> {
  sent.splice(0);
  await work();
  return sent.splice(0);
}

const key = { pk: 'a', sk: 'ü "quoted" \u2028 🏝' };
const item = {
  ...key,
  text: '',
  number: -1.5e-7,
  big: Number.MAX_SAFE_INTEGER,
  no: false,
  nothing: null,
  leftOut: undefined,
  list: [1, 'two', { Item: { Key: [] } }, undefined],
  map: { Key: 'a name that requests use too', Items: {}, empty: {} },
  set: new Set(['x', 'y']),
  numbers: new Set([1, 2]),
};
const values = { ':one': 1, ':item': item };
const condition = {
  ConditionExpression: 'attribute_not_exists(#pk) OR #Key = :one',
  ExpressionAttributeNames: { '#pk': 'pk', '#Key': 'Key' },
  ExpressionAttributeValues: values,
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
} as const;
const TableName = 'registry';

const commands = {
  GetItem: new GetCommand({ TableName, Key: key, ConsistentRead: true }),
  BatchGetItem: new BatchGetCommand({
    RequestItems: { [TableName]: { Keys: [key, { pk: 'b', sk: 'b' }], ConsistentRead: true } },
  }),
  Query: new QueryCommand({
    TableName,
    IndexName: 'gsi1',
    ConsistentRead: false,
    ScanIndexForward: false,
    KeyConditionExpression: '#pk = :one',
    ExpressionAttributeNames: { '#pk': 'gsi1pk' },
    ExpressionAttributeValues: values,
    ExclusiveStartKey: key,
    Limit: 7,
  }),
  'Query, first page': new QueryCommand({
    TableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': 'a' },
    ExclusiveStartKey: undefined,
    Limit: undefined,
  }),
  UpdateItem: new UpdateCommand({
    TableName,
    Key: key,
    UpdateExpression: 'SET #Key = :item ADD n :one',
    ReturnValues: 'ALL_NEW',
    ...condition,
  }),
  TransactWriteItems: new TransactWriteCommand({
    TransactItems: [
      { Put: { TableName, Item: item, ...condition } },
      { Update: { TableName, Key: key, UpdateExpression: 'ADD n :one', ...condition } },
      { Delete: { TableName, Key: key } },
      { ConditionCheck: { TableName, Key: key, ...condition } },
    ],
    ClientRequestToken: '2f0c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c21',
  }),
  PutItem: new PutCommand({ TableName, Item: item, ...condition }),
  DeleteItem: new DeleteCommand({ TableName, Key: key, ...condition }),
  Scan: new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey: key }),
  BatchWriteItem: new BatchWriteCommand({
    RequestItems: {
      [TableName]: [{ PutRequest: { Item: item } }, { DeleteRequest: { Key: key } }],
    },
  }),
};

/** Headers that DynamoDB uses. The SDK's other headers name it and count its attempts. */
const headers = [
  'host',
  'content-type',
  'content-length',
  'x-amz-target',
  'x-amz-security-token',
  'x-amz-content-sha256',
];

describe.each(Object.entries(commands))('%s', (_name, command) => {
  const asked = async (client: 'ours' | 'plain') => {
    replies = [];
    // Each command has its own input and output types, while `send` accepts one command at a time.
    const request = await requestsOf(() => clients()[client].send(command as GetCommand));
    expect(request).toHaveLength(1);
    return request[0] as Sent;
  };

  it("is sent as the SDK's own client sends it", async () => {
    const ours = await asked('ours');
    const plain = await asked('plain');
    expect([ours.method, ours.path]).toEqual([plain.method, plain.path]);
    expect(JSON.parse(ours.body)).toEqual(JSON.parse(plain.body));
    // Only the order of fields may differ, and therefore the digest of the body.
    expect([...ours.body].toSorted()).toEqual([...plain.body].toSorted());
    for (const name of headers) {
      const digest = name === 'x-amz-content-sha256' && ours.body !== plain.body;
      if (digest) expect(ours.headers[name]).toMatch(/^[\da-f]{64}$/);
      else expect(ours.headers[name], name).toBe(plain.headers[name]);
    }
  });

  it('is signed as it is sent', async () => {
    const { headers: arrived, body } = await asked('ours');
    const authorization = String(arrived.authorization);
    const names = /SignedHeaders=([^,]*)/.exec(authorization)?.[1]?.split(';') ?? [];
    expect(names).toEqual(expect.arrayContaining([...headers, 'x-amz-date']));
    const signer = new SignatureV4({
      service: 'dynamodb',
      region: localAws.region,
      credentials,
      sha256: Sha256,
    });
    const date = String(arrived['x-amz-date']).replace(
      /^(....)(..)(..)T(..)(..)(..)Z$/,
      '$1-$2-$3T$4:$5:$6Z',
    );
    const { headers: signed } = await signer.sign(
      {
        method: 'POST',
        protocol: 'http:',
        hostname: '127.0.0.1',
        path: '/',
        query: {},
        headers: Object.fromEntries(names.map((name) => [name, String(arrived[name])])),
        body,
      },
      { signingDate: new Date(date) },
    );
    expect(authorization).toBe(signed['authorization']);
  });
});

describe('an answer', () => {
  const wire = {
    pk: { S: 'a' },
    map: { M: { Items: { L: [{ N: '1.5' }, { BOOL: true }, { NULL: true }] } } },
    set: { SS: ['x'] },
    big: { N: '9007199254740993' },
  };
  it.each([
    ['GetItem', commands.GetItem, { Item: wire }],
    ['of an item that there is none of', commands.GetItem, {}],
    [
      'BatchGetItem',
      commands.BatchGetItem,
      {
        Responses: { [TableName]: [wire, wire] },
        UnprocessedKeys: { [TableName]: { Keys: [{ pk: { S: 'a' } }], ConsistentRead: true } },
      },
    ],
    [
      'Query',
      commands.Query,
      { Items: [wire], Count: 1, ScannedCount: 3, LastEvaluatedKey: { pk: { S: 'a' } } },
    ],
    ['UpdateItem', commands.UpdateItem, { Attributes: wire }],
    ['TransactWriteItems', commands.TransactWriteItems, {}],
    ['Scan', commands.Scan, { Items: [], Count: 0, ScannedCount: 0 }],
    [
      'BatchWriteItem',
      commands.BatchWriteItem,
      { UnprocessedItems: { [TableName]: [{ PutRequest: { Item: wire } }] } },
    ],
  ] as const)("is what the SDK's own client gives: %s", async (_name, command, answer) => {
    const { ours, plain } = clients();
    replies = [{ body: JSON.stringify(answer) }];
    const { $metadata: _, ...expected } = await plain.send(command as GetCommand);
    expect(await ours.send(command as GetCommand)).toEqual(expected);
  });

  it('with a wrong checksum is requested again', async () => {
    const body = JSON.stringify({ Item: { pk: { S: 'right' } } });
    const right = { 'x-amz-crc32': String(crc32(body)) };
    replies = [
      { body: body.replace('right', 'wrong'), headers: right },
      { body, headers: right },
    ];
    const asked = await requestsOf(async () => {
      const answer = await clients().ours.call('GetItem', { TableName, Key: key });
      expect(answer.Item).toEqual({ pk: 'right' });
    });
    expect(asked).toHaveLength(2);
    replies = [{ body, headers: { 'x-amz-crc32': '1' } }];
    await expect(clients().ours.call('GetItem', { TableName, Key: key })).rejects.toMatchObject({
      name: 'DamagedAnswerError',
    });
  });
});

describe('a refusal', () => {
  const refusal = (type: string, more: object = { message: 'It says why.' }, status = 400) => ({
    status,
    body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, ...more }),
  });
  const found = { pk: { S: 'a' }, n: { N: '1' } };
  const reasons = [
    { Code: 'None' },
    { Code: 'ConditionalCheckFailed', Item: found, Message: 'The condition failed' },
  ];

  it.each([
    ['a condition', refusal('ConditionalCheckFailedException', { message: 'No.', Item: found })],
    [
      'a cancelled transaction',
      refusal('TransactionCanceledException', {
        Message: 'Transaction cancelled',
        CancellationReasons: reasons,
      }),
    ],
    ['a conflict', refusal('TransactionConflictException')],
    ['a request that runs', refusal('TransactionInProgressException', { Message: 'It runs.' })],
    ['a mistake', refusal('ValidationException')],
    ['rights', refusal('AccessDeniedException', { Message: 'User is not authorized' })],
    ['capacity', refusal('ProvisionedThroughputExceededException')],
    ['throttling', refusal('ThrottlingException')],
    ['the limit of an account', refusal('RequestLimitExceeded')],
    ['its own failure', refusal('InternalServerError', { message: 'Oops.' }, 500)],
    [
      'its type in a header',
      { status: 400, headers: { 'x-amzn-errortype': 'Odd:http://x/' }, body: '{}' },
    ],
  ] as const)("comes as the SDK's own client reports it, as often tried: %s", async (_, reply) => {
    replies = [reply];
    const { ours, plain } = clients(2);
    const caught = async (client: typeof ours | typeof plain) => {
      let error: unknown;
      const requests = await requestsOf(async () => {
        error = await client.send(commands.GetItem).catch((thrown: unknown) => thrown);
      });
      expect(error).toBeInstanceOf(Error);
      const { name, message, Item, CancellationReasons, $metadata } = Object(error);
      const { httpStatusCode, requestId } = $metadata;
      return {
        name,
        message,
        Item,
        CancellationReasons,
        httpStatusCode,
        requestId,
        tries: requests.length,
      };
    };
    const [plainly, leanly] = [await caught(plain), await caught(ours)];
    // If DynamoDB gives no reason, the SDK has its own message.
    if (reply.body === '{}') expect(leanly.message).toBe('HTTP status 400');
    expect(leanly).toEqual({ ...plainly, ...(reply.body === '{}' && { message: leanly.message }) });
  });

  it.each([502, 503, 504])('by a proxy is retried: status %i', async (status) => {
    replies = [{ status, body: '<html>' }, { body: '{"Item":{"pk":{"S":"a"}}}' }];
    const { Item } = await clients().ours.call('GetItem', { TableName, Key: key });
    expect(Item).toEqual({ pk: 'a' });
  });
});

describe('endpoint and credentials', () => {
  /** The request that would be sent; it is not sent. */
  async function askedOf(environment: Readonly<Record<string, string | undefined>>) {
    const names = ['AWS_REGION', 'AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_DYNAMODB'];
    const role = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];
    for (const name of [...names, ...role]) vi.stubEnv(name, environment[name]);
    const limits = timeLimits({ attempts: 1, requestTimeout: 1_000 });
    const requests: { protocol: string; headers: Record<string, string> }[] = [];
    limits.requestHandler.handle = (request) => {
      requests.push(request);
      return Promise.reject(new Error('it went nowhere'));
    };
    const failure = await tableClient(limits)
      .call('GetItem', { TableName, Key: key })
      .catch((error: Error) => error.message);
    const [{ protocol = '', headers: of = {} } = {}] = requests;
    const scope = /Credential=([^,]*)/
      .exec(of['authorization'] ?? '')?.[1]
      ?.replace(/\d{8}/, 'DAY');
    return {
      failure,
      address: `${protocol}//${of['host']}`,
      scope,
      token: of['x-amz-security-token'],
    };
  }
  const role = { AWS_ACCESS_KEY_ID: 'ID', AWS_SECRET_ACCESS_KEY: 's', AWS_SESSION_TOKEN: 't' };

  it.each([
    [{ AWS_REGION: 'eu-west-1' }, 'https://dynamodb.eu-west-1.amazonaws.com'],
    [{ AWS_REGION: 'cn-north-1' }, 'https://dynamodb.cn-north-1.amazonaws.com.cn'],
    [{ AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL: 'http://all:1' }, 'http://all:1'],
    [
      {
        AWS_REGION: 'eu-west-1',
        AWS_ENDPOINT_URL: 'http://all:1',
        AWS_ENDPOINT_URL_DYNAMODB: 'http://one:2',
      },
      'http://one:2',
    ],
  ])('is what the environment says: %j', async (environment, address) => {
    expect(await askedOf({ ...environment, ...role })).toEqual({
      failure: 'it went nowhere',
      address,
      scope: `ID/DAY/${environment.AWS_REGION}/dynamodb/aws4_request`,
      token: 't',
    });
  });

  it('are required', async () => {
    expect((await askedOf({ AWS_REGION: 'eu-west-1' })).failure).toMatch(/AWS_ACCESS_KEY_ID/);
    expect((await askedOf(role)).failure).toMatch(/AWS_REGION/);
  });
});
