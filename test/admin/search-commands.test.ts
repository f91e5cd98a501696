import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInShell } from './shell.ts';

/** The fake Lambda records its requests and answers as the test says. */
const asked: unknown[] = [];
let answer: { status: number; headers?: Record<string, string>; body: object };
let lambda: Server;

beforeAll(async () => {
  lambda = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      asked.push([request.method, request.url, body]);
      response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => {
    lambda.listen(0, '127.0.0.1', resolve);
  });
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    // The server listens on a TCP port.
    AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${(lambda.address() as AddressInfo).port}`,
  });
});
afterAll(() => lambda.close());
beforeEach(() => {
  asked.length = 0;
  answer = { status: 200, body: { names: 12, bytes: 3400 } };
});

const url = 'https://abc.execute-api.eu-west-1.amazonaws.com/prod';
const invocation = (stage: string) => [
  'POST',
  `/2015-03-31/functions/registry-${stage}-registry-write-snapshot/invocations`,
  '{"rebuild":true}',
];

describe('search rebuild, for a deployment,', () => {
  it('calls the scheduled function, and shows what it wrote', async () => {
    expect(await runInShell({ url }, 'search rebuild')).toEqual({
      exitCode: 0,
      out: 'Searches start from 12 names in 3400 bytes.\n',
      err: '',
    });
    expect(asked).toEqual([invocation('prod')]);
  });

  it('uses the stage from the option or environment if the URL does not contain it', async () => {
    const shell = { url: 'https://registry.example' };
    const { exitCode, err } = await runInShell(
      shell,
      'search rebuild --stage test --region eu-west-1',
    );
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    const inEnvironment = { ...shell, env: { REGISTRY_STAGE: 'other', AWS_REGION: 'eu-west-1' } };
    await runInShell(inEnvironment, 'search rebuild');
    expect(asked).toEqual([invocation('test'), invocation('other')]);
    expect(
      await runInShell({ ...shell, env: { AWS_REGION: 'eu-west-1' } }, 'search rebuild'),
    ).toMatchObject({ exitCode: 2 });
  });

  it("refers to the log if the function fails, and otherwise shows Lambda's error", async () => {
    answer = { status: 200, headers: { 'x-amz-function-error': 'Unhandled' }, body: {} };
    expect(await runInShell({ url }, 'search rebuild')).toMatchObject({
      exitCode: 1,
      err: 'error: registry-prod-registry-write-snapshot failed. See its log.\n',
    });
    answer = {
      status: 404,
      headers: { 'x-amzn-errortype': 'ResourceNotFoundException' },
      body: { Message: 'Function not found' },
    };
    expect(await runInShell({ url }, 'search rebuild')).toMatchObject({
      exitCode: 1,
      err: 'error: registry-prod-registry-write-snapshot could not be called: Function not found\n',
    });
  });
});
