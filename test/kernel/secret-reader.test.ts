import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Engine, localAws } from '../../local/engines/engine.ts';
import { startSecretsManager } from '../../local/engines/secrets-manager.ts';
import { openSecretReader } from '../../shared/kernel/aws/secrets.ts';

interface Sent {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let engine: Engine;
/** The sent requests, and the next answers: status and body. */
let sent: Sent[] = [];
let answers: [number, string][] = [];

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url: path, headers } = request;
  sent.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
  const [status, body] = answers.shift() ?? [500, ''];
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(body);
});

beforeAll(async () => {
  engine = await startSecretsManager();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  Object.assign(process.env, {
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
  });
});
afterAll(async () => {
  server.close();
  await engine.stop();
});
beforeEach(() => {
  sent = [];
  answers = [];
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'] = `http://127.0.0.1:${port}`;
});

it('reads the current secret', async () => {
  process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'] = engine.endpoint;
  const client = new SecretsManagerClient({});
  await client.send(new CreateSecretCommand({ Name: 'words', SecretString: 'öne twö' }));
  client.destroy();
  expect(await openSecretReader('words')()).toBe('öne twö');
});

it('fails with the error’s name and without the secret’s name if it does not exist', async () => {
  process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'] = engine.endpoint;
  const failure = await openSecretReader('nothing')().catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'ResourceNotFoundException' });
  expect(String(failure)).not.toContain('nothing');
});

it('sends the same request as the SDK client', async () => {
  answers = [1, 2].map(() => [200, JSON.stringify({ SecretString: 'text' })]);
  await openSecretReader('arn:aws:secretsmanager:eu-west-1:1:secret:x')();
  const client = new SecretsManagerClient({});
  const SecretId = 'arn:aws:secretsmanager:eu-west-1:1:secret:x';
  await client.send(new GetSecretValueCommand({ SecretId }));
  client.destroy();
  const [ours, theirs] = sent.map(({ headers, ...request }) => ({
    ...request,
    target: headers['x-amz-target'],
    type: headers['content-type'],
    scope: /\/\w+\/[\w-]+\/secretsmanager\/aws4_request/.test(String(headers.authorization)),
  }));
  expect(ours).toEqual(theirs);
  expect(ours?.scope).toBe(true);
});

it('retries server errors and throttling, at most three times', async () => {
  const throttled = JSON.stringify({ __type: 'ThrottlingException', message: 'Rate exceeded' });
  answers = [
    [500, ''],
    [400, throttled],
    [200, '{"SecretString":"text"}'],
  ];
  expect(await openSecretReader('words')()).toBe('text');
  answers = [1, 2, 3, 4].map(() => [503, '<html>']);
  const read = openSecretReader('words');
  await expect(read()).rejects.toThrow('Secrets Manager answered 503');
  expect(answers).toHaveLength(1);
});

it('does not retry errors that a retry cannot fix', async () => {
  const denied = JSON.stringify({ __type: 'com.amazonaws#AccessDeniedException' });
  answers = [
    [400, denied],
    [200, '{}'],
  ];
  await expect(openSecretReader('words')()).rejects.toMatchObject({
    name: 'AccessDeniedException',
  });
  expect(sent).toHaveLength(1);
});
