import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APIGatewayClient, GetStageCommand, UpdateStageCommand } from '@aws-sdk/client-api-gateway';
import {
  GetPublicKeyCommand,
  KMSClient,
  SignCommand,
  type SignCommandInput,
} from '@aws-sdk/client-kms';
import {
  LambdaClient,
  ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openJsonCalls } from '../../shared/kernel/aws/json-calls.ts';
import { openKmsKeys } from '../../shared/kernel/aws/kms-keys.ts';
import { openMailer } from '../../shared/mail/aws/mailer.ts';
import { openQueues } from '../../shared/platform/aws/queues.ts';
import { openStageSettings, openStreamReaders } from '../../shared/service/aws/deployments.ts';

interface Sent {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

const parsed = (bytes: Buffer) => (bytes.length === 0 ? null : JSON.parse(bytes.toString()));

let sent: Sent[] = [];
/** The next answers: status, body and error type. The last one repeats. */
let answers: (readonly [number, string, string?])[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url: path, headers } = request;
  sent.push({ method, path, headers, body: parsed(Buffer.concat(chunks)) });
  const [status, body, type] = answers[Math.min(sent.length, answers.length) - 1] ?? [200, '{}'];
  response.writeHead(status, type === undefined ? {} : { 'x-amzn-errortype': type }).end(body);
});
const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'token/+=' };
let endpoint = '';

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // It listens on a port.
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  sent = [];
  answers = [];
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secretAccessKey);
  vi.stubEnv('AWS_SESSION_TOKEN', credentials.sessionToken);
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', endpoint);
});
afterEach(() => vi.unstubAllEnvs());

/** Headers that AWS uses. The SDK's other headers name it and count its attempts. */
const looked = [
  'accept',
  'host',
  'content-type',
  'x-amz-target',
  'x-amzn-query-mode',
  'x-amz-security-token',
];

/** Both requests without the headers that identify the sender; each client has sent one. */
async function requestsOf(ours: () => Promise<unknown>, theirs: () => Promise<unknown>) {
  await ours();
  await theirs();
  expect(sent).toHaveLength(2);
  return sent.map(({ headers, ...request }) => ({
    ...request,
    ...Object.fromEntries(looked.map((name) => [name, headers[name]])),
    scope: /Credential=(?:\w+)\/\d+\/([\w/-]+)/.exec(String(headers.authorization))?.[1],
  }));
}

const settings = () => ({ region: 'eu-west-1', credentials, endpoint });
const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const queue = () => `${endpoint}/000000000000/mail`;
const name = (place: number) => ({ Id: String(place) });

describe('SQS', () => {
  it.each([
    [
      'SendMessageBatch',
      {
        Successful: ['a', 'ü'].map((body, index) => ({
          ...{ ...name(index), MessageId: 'm' },
          MD5OfMessageBody: md5(body),
        })),
      },
      () => openQueues(settings()).send(queue(), ['a', 'ü'], 30),
      () =>
        new SendMessageBatchCommand({
          QueueUrl: queue(),
          Entries: ['a', 'ü'].map((MessageBody, index) => ({
            ...{ ...name(index), MessageBody, DelaySeconds: 30 },
          })),
        }),
      [],
    ],
    [
      'SendMessageBatch, of which one was not taken',
      {
        Successful: [{ ...name(0), MessageId: 'm', MD5OfMessageBody: md5('a') }],
        Failed: [{ ...name(1), SenderFault: true, Code: 'InvalidMessageContents' }],
      },
      () => openQueues(settings()).send(queue(), ['a', 'b']),
      () =>
        new SendMessageBatchCommand({
          QueueUrl: queue(),
          Entries: ['a', 'b'].map((MessageBody, index) => ({ ...name(index), MessageBody })),
        }),
      [1],
    ],
    [
      'ReceiveMessage',
      { Messages: [{ Body: 'ü', MD5OfBody: md5('ü'), ReceiptHandle: 'r', MessageId: 'm' }] },
      () => openQueues(settings()).receive(queue(), 20),
      () =>
        new ReceiveMessageCommand({
          ...{ QueueUrl: queue(), MaxNumberOfMessages: 10, VisibilityTimeout: 20 },
          WaitTimeSeconds: 1,
        }),
      [{ body: 'ü', receipt: 'r' }],
    ],
    [
      'ReceiveMessage, of an empty queue',
      {},
      () => openQueues(settings()).receive(queue(), 20),
      () =>
        new ReceiveMessageCommand({
          ...{ QueueUrl: queue(), MaxNumberOfMessages: 10, VisibilityTimeout: 20 },
          WaitTimeSeconds: 1,
        }),
      [],
    ],
    [
      'DeleteMessageBatch',
      {
        Successful: [name(1)],
        Failed: [{ ...name(0), SenderFault: false, Code: 'InternalError' }],
      },
      () => openQueues(settings()).remove(queue(), ['r', 's']),
      () =>
        new DeleteMessageBatchCommand({
          QueueUrl: queue(),
          Entries: ['r', 's'].map((ReceiptHandle, index) => ({ ...name(index), ReceiptHandle })),
        }),
      [0],
    ],
    [
      'ChangeMessageVisibilityBatch',
      { Successful: [name(0)], Failed: [] },
      () => openQueues(settings()).postpone(queue(), [{ receipt: 'r', seconds: 8 }]),
      () =>
        new ChangeMessageVisibilityBatchCommand({
          QueueUrl: queue(),
          Entries: [{ ...name(0), ReceiptHandle: 'r', VisibilityTimeout: 8 }],
        }),
      undefined,
    ],
    [
      'GetQueueAttributes',
      {
        Attributes: {
          ApproximateNumberOfMessages: '3',
          ApproximateNumberOfMessagesDelayed: '2',
          ApproximateNumberOfMessagesNotVisible: '1',
        },
      },
      () => openQueues(settings()).size(queue()),
      () =>
        new GetQueueAttributesCommand({
          QueueUrl: queue(),
          AttributeNames: [
            'ApproximateNumberOfMessages',
            'ApproximateNumberOfMessagesDelayed',
            'ApproximateNumberOfMessagesNotVisible',
          ],
        }),
      { waiting: 5, inFlight: 1 },
    ],
  ] as const)('is asked as by the SDK’s own client: %s', async (_, answer, ask, command, told) => {
    answers = [[200, JSON.stringify(answer)]];
    const client = new SQSClient(settings());
    const [ours, theirs] = await requestsOf(
      async () => expect(await ask()).toEqual(told),
      // Each command has its own input and output types, while `send` accepts one command at a
      // time.
      () => client.send(command() as SendMessageBatchCommand),
    );
    client.destroy();
    expect(ours).toEqual(theirs);
    expect(ours?.scope).toBe('eu-west-1/sqs/aws4_request');
  });

  it('is called at the URL of the queue', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_SQS', 'http://127.0.0.1:9');
    await openQueues().postpone(queue(), [{ receipt: 'r', seconds: 8 }]);
    expect(sent).toHaveLength(1);
  });

  it('reports a message as failed if its digest differs', async () => {
    answers = [
      [200, JSON.stringify({ Successful: [{ ...name(0), MD5OfMessageBody: md5('b') }] })],
      [200, JSON.stringify({ Messages: [{ Body: 'a', MD5OfBody: md5('b'), ReceiptHandle: 'r' }] })],
    ];
    const queues = openQueues(settings());
    const failure = 'a message does not fit its checksum';
    await expect(queues.send(queue(), ['a'])).rejects.toThrow(failure);
    await expect(queues.receive(queue(), 20)).rejects.toThrow(failure);
  });
});

describe('SES', () => {
  const message = {
    ...{ to: 'ada@residents.example', subject: 'Hello', text: 'Hello ✓', html: '<p>Hello ✓</p>' },
    ...{ reference: '17b2545c-4548-4ae0-8357-5e73812f6a99', template: 'key_created' },
    kind: 'requested',
  } as const;
  const part = (Data: string) => ({ Data, Charset: 'UTF-8' });

  it.each(['registry-test', undefined])(
    'is asked as by the SDK’s own client, with the configuration set %s',
    async (set) => {
      const client = new SESv2Client({ ...settings() });
      const [ours, theirs] = await requestsOf(
        () =>
          openMailer('a@registry.example', { requested: set, unrequested: undefined }).send(
            message,
          ),
        () =>
          client.send(
            new SendEmailCommand({
              FromEmailAddress: 'a@registry.example',
              ConfigurationSetName: set,
              EmailTags: [{ Name: 'template', Value: message.template }],
              Destination: { ToAddresses: [message.to] },
              Content: {
                Simple: {
                  Subject: part(message.subject),
                  Body: { Text: part(message.text), Html: part(message.html) },
                  Headers: [
                    { Name: 'Auto-Submitted', Value: 'auto-generated' },
                    { Name: 'X-Entity-Ref-ID', Value: message.reference },
                  ],
                },
              },
            }),
          ),
      );
      client.destroy();
      expect(ours).toEqual(theirs);
      expect(ours?.scope).toBe('eu-west-1/ses/aws4_request');
    },
  );

  it('is called at most three times while it throttles, and the error names it', async () => {
    answers = [
      [429, '', 'TooManyRequestsException:http://internal.amazon.com/'],
      [503, '<html>'],
      [200, '{"MessageId":"m"}'],
    ];
    const mailer = openMailer('a@registry.example', {
      requested: undefined,
      unrequested: undefined,
    });
    expect(await mailer.send(message)).toBe('sent');
    answers = [[503, '<html>']];
    await expect(mailer.send(message)).rejects.toThrow('SES answered UnknownError');
    expect(sent).toHaveLength(6);
  });
});

describe('KMS, API Gateway and Lambda', () => {
  beforeEach(() => vi.stubEnv('AWS_ENDPOINT_URL', endpoint));
  const bytes = Buffer.from([1, 2, 250]);
  const long = Buffer.alloc(5_000, 'ü');
  const algorithm = 'ECDSA_SHA_256';
  const signed = { Signature: bytes.toString('base64') };
  const digest = () => createHash('sha256').update(long).digest();
  const sign = (input: Omit<SignCommandInput, 'KeyId' | 'SigningAlgorithm'>) =>
    new KMSClient(settings()).send(
      new SignCommand({ KeyId: 'key', SigningAlgorithm: algorithm, ...input }),
    );
  const stage = { restApiId: 'api', stageName: 'prod' };
  const patchOperations = [{ op: 'replace' as const, path: '/variables/maintenance', value: '0' }];
  const mapping = { UUID: 'a-1', EventSourceArn: 'arn:aws:dynamodb:…', State: 'Disabled' };

  type Ask = () => Promise<unknown>;
  it.each<readonly [string, object, unknown, string, Ask, Ask]>([
    [
      'Sign, of a message',
      signed,
      bytes,
      'kms',
      () => openKmsKeys().sign('key', bytes, algorithm),
      () => sign({ Message: bytes, MessageType: 'RAW' }),
    ],
    [
      'Sign, of a digest',
      signed,
      bytes,
      'kms',
      () => openKmsKeys().sign('key', long, algorithm),
      () => sign({ Message: digest(), MessageType: 'DIGEST' }),
    ],
    [
      'GetPublicKey',
      { PublicKey: bytes.toString('base64') },
      bytes,
      'kms',
      () => openKmsKeys().publicKey('key'),
      () => new KMSClient(settings()).send(new GetPublicKeyCommand({ KeyId: 'key' })),
    ],
    [
      'GetStage',
      { variables: { maintenance: 'off' } },
      { maintenance: 'off' },
      'apigateway',
      () => openStageSettings(['api'], 'prod').variables(),
      () => new APIGatewayClient(settings()).send(new GetStageCommand(stage)),
    ],
    [
      'UpdateStage',
      {},
      {},
      'apigateway',
      () => openStageSettings(['api'], 'prod').setVariables({ maintenance: '0' }),
      () =>
        new APIGatewayClient(settings()).send(
          new UpdateStageCommand({ ...stage, patchOperations }),
        ),
    ],
  ])('are asked as by the SDK’s own client: %s', async (_, answer, told, service, ask, theirs) => {
    answers = [[200, JSON.stringify(answer)]];
    const [first, second] = await requestsOf(async () => expect(await ask()).toEqual(told), theirs);
    expect(first).toEqual(second);
    expect(first?.scope).toBe(`eu-west-1/${service}/aws4_request`);
  });

  it('are asked as by the SDK’s own client: the mappings of two functions', async () => {
    answers = [[200, JSON.stringify({ EventSourceMappings: [mapping] })]];
    const readers = await openStreamReaders('prod').enable();
    expect(readers.map(({ state }) => state)).toEqual(['Disabled', 'Disabled']);
    const client = new LambdaClient(settings());
    for (const { function: FunctionName } of readers) {
      await client.send(new ListEventSourceMappingsCommand({ FunctionName }));
    }
    const update = new UpdateEventSourceMappingCommand({ UUID: 'a-1', Enabled: true });
    for (const _ of readers) await client.send(update);
    client.destroy();
    const shown = sent.map(({ headers, ...request }) => [
      request,
      ...looked.map((name) => headers[name]),
      String(headers.authorization).replace(/.*Credential=\w+\/\d+\/([\w/-]+).*/, '$1'),
    ]);
    const half = shown.length / 2;
    expect(half).toBe(4);
    expect(new Set(shown.slice(0, half))).toEqual(new Set(shown.slice(half)));
  });
});

describe('a service', () => {
  const service = {
    ...{ name: 'Example', signedAs: 'example', host: 'example' },
    variable: 'AWS_ENDPOINT_URL_EXAMPLE',
  } as const;
  beforeEach(() => {
    vi.stubEnv('AWS_ENDPOINT_URL_EXAMPLE', endpoint);
  });
  const ask = () =>
    openJsonCalls(service, { attempts: 1, requestTimeout: 1_000 })({
      headers: { 'content-type': 'application/json' },
      body: { a: 1 },
    });

  it('uses its own endpoint variable, or the one for all services, including its path', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9');
    vi.stubEnv('AWS_ENDPOINT_URL_EXAMPLE', `${endpoint}/example/`);
    await ask();
    vi.stubEnv('AWS_ENDPOINT_URL_EXAMPLE', '');
    vi.stubEnv('AWS_ENDPOINT_URL', endpoint);
    await ask();
    expect(sent.map(({ path }) => path)).toEqual(['/example/', '/']);
  });

  it.each([
    ['in the body', '{"__type":"com.amazonaws.example#Refused","message":"words"}', undefined],
    ['in a header', '{"Message":"words"}', 'Refused:http://internal.amazon.com/'],
  ])('refuses by a name that stands %s; its words are in no message', async (_, body, type) => {
    answers = [[400, body, type]];
    await expect(ask()).rejects.toMatchObject({
      ...{ name: 'Refused', message: 'Example answered 400', words: 'words' },
      $metadata: { httpStatusCode: 400 },
    });
  });

  it('requires a region', async () => {
    vi.stubEnv('AWS_REGION', '');
    await expect(ask()).rejects.toThrow('AWS_REGION is not set');
  });
});
