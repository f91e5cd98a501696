import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import autocannon from 'autocannon';
import * as z from 'zod';
import { createTable } from '../local/create-table.ts';
import { startDynamoDb } from '../local/engines/dynamodb.ts';

/**
 * Measures calls a second through the whole local stack: gateway, authorizer, function, table.
 * Compares them, in the same run, with `GET /health` of the same process, which does nothing; with
 * a plain Node server; and with a server that only sends as many table requests. Lists results
 * that miss their target. Exits 1 if a call reaches less than its share of that last server's calls
 * a second, and for any answer but 200. `--smoke` takes two seconds for each and does not judge the
 * shares, because other load may begin between two of them.
 */
const { smoke = false } = parseArgs({ options: { smoke: { type: 'boolean' } } }).values;
const duration = smoke ? 2 : 8;
const connections = 8;

/** What is expected of a call. */
interface Expected {
  /** Calls a second on two idle cores. */
  readonly target: number;
  /** Table requests of one call. */
  readonly requests: 2 | 3;
  /** The smallest share of the calls a second of a server that only sends as many requests. */
  readonly share: number;
}

/**
 * The shares are a fifth below the smallest results of 2026-11-30. The service's process is the bottleneck.
 * A verify_rpn makes three table requests, all of them needed: the authorizer finds the key, and
 * the function counts the call and reads the number.
 */
const expected: Readonly<Record<string, Expected>> = {
  'POST verify_rpn': { target: 2_500, requests: 3, share: 0.4 },
  'POST search': { target: 2_500, requests: 3, share: 0.4 },
  'GET whoami': { target: 4_000, requests: 2, share: 0.45 },
};
/** The target for the 99th percentile of each of them, in milliseconds. */
const slowest = 12;

const Demo = z.object({
  baseUrl: z.string(),
  people: z.object({ ada: z.object({ id: z.string() }) }),
  entities: z.object({ acme: z.object({ residentPermitNumber: z.string() }) }),
});

const service = spawn(process.execPath, ['bin/local.ts'], {
  env: { ...process.env, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const table = await startBareTable();
const bare = [0, 2, 3].map((requests) => startBare(requests));
try {
  const [bareUrl = '', ...requesting] = await Promise.all(
    bare.map((server) => printed(server, /http:\S+/)),
  );
  await printed(service, /Ready in/);
  const demo = Demo.parse(JSON.parse(await readFile('.local/demo.json', 'utf8')));
  const key = await keyWithoutLimits(demo);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    measure({ url: demo.baseUrl + path, method: 'POST', headers, body: JSON.stringify(body) });

  const nothing = await measure({ url: bareUrl });
  const [two, three] = [
    await measure({ url: requesting[0] ?? '' }),
    await measure({ url: requesting[1] ?? '' }),
  ];
  const health = await measure({ url: `${demo.baseUrl}/health` });
  const verify = await post('/api/v1/verify_rpn', {
    rpn: demo.entities.acme.residentPermitNumber,
  });
  const search = await post('/api/v1/registries/legal_entities/search', { query: 'coffee' });
  const whoami = await measure({ url: `${demo.baseUrl}/api/v1/whoami`, headers });
  const calls: readonly (readonly [string, Result])[] = [
    ['POST verify_rpn', verify],
    ['POST search', search],
    ['GET whoami', whoami],
  ];
  print([
    ['a bare server', nothing, health, nothing],
    ['and 2 requests', two, health, nothing],
    ['and 3 requests', three, health, nothing],
    ['GET /health', health, health, nothing],
    ...calls.map(([name, result]) => [name, result, health, nothing] as const),
  ]);
  const failed = [health, verify, search, whoami].some(
    (result) => result.non2xx + result.errors > 0,
  );
  if (failed) process.stdout.write('Some calls were not answered with 200.\n');
  const tooFew = calls.filter(([name, result]) => judge(name, result, { 2: two, 3: three }));
  process.exitCode = failed || tooFew.length > 0 ? 1 : 0;
} finally {
  service.kill('SIGINT');
  for (const server of bare) server.kill();
  await table.stop();
}

/** Starts a separate table with the item that the bare servers read. */
async function startBareTable() {
  const engine = await startDynamoDb();
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
  });
  await createTable(client, 'bench');
  const key = { pk: { S: 'naive' }, sk: { S: 'naive' } };
  await client.send(new PutItemCommand({ TableName: 'bench', Item: key }));
  client.destroy();
  return engine;
}

function startBare(requests: number): ChildProcess {
  return spawn(process.execPath, ['bench/peers/bare-server.mjs', `${requests}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'bench',
      AWS_SECRET_ACCESS_KEY: 'bench',
      AWS_ENDPOINT_URL_DYNAMODB: table.endpoint,
      TABLE_NAME: 'bench',
    },
  });
}

function measure(options: autocannon.Options): Promise<autocannon.Result> {
  return autocannon({ connections, duration, ...options });
}

/** The bench's key, whose limits an operator raises. */
async function keyWithoutLimits({ baseUrl, people }: z.output<typeof Demo>): Promise<string> {
  const response = await fetch(`${baseUrl}/admin/v1/persons/${people.ada.id}/api_keys`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/execute-api/aws4_request, SignedHeaders=host, Signature=00',
    },
    body: JSON.stringify({
      kind: 'standard',
      label: 'bench',
      limits: { perMinute: 1_000_000, perDay: 1_000_000_000 },
    }),
  });
  return z.object({ data: z.object({ key: z.string() }) }).parse(await response.json()).data.key;
}

/** The first output of a process that matches. */
function printed({ stdout }: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    stdout?.on('data', (chunk: Buffer) => {
      const found = pattern.exec(chunk.toString());
      if (found !== null) resolve(found[0]);
    });
    stdout?.on('end', () => reject(new Error('a server ended before it was ready')));
  });
}

type Result = autocannon.Result;

/** Prints a result that misses its target; returns true if it is also below its limit. */
function judge(
  name: string,
  { requests, latency }: Result,
  floors: Readonly<Record<2 | 3, Result>>,
): boolean {
  const wanted = expected[name];
  if (wanted === undefined) throw new Error(`nothing is expected of ${name}`);
  const { target } = wanted;
  const share = requests.average / floors[wanted.requests].requests.average;
  const isTooSlow = !smoke && share < wanted.share;
  if (isTooSlow)
    process.stdout.write(
      `Below its limit: ${name}, ${share.toFixed(2)} of ${wanted.requests} requests < ${wanted.share}\n`,
    );
  else if (requests.average < target)
    process.stdout.write(
      `Below its target: ${name} ${requests.average}/s < ${target}; ${share.toFixed(2)} of ${wanted.requests} requests\n`,
    );
  if (latency.p99 > slowest)
    process.stdout.write(`Above its target: p99 of ${name} ${latency.p99} ms > ${slowest}\n`);
  return isTooSlow;
}

function print(rows: readonly (readonly [string, Result, Result, Result])[]): void {
  process.stdout.write(`${connections} connections, ${duration} s each\n`);
  for (const [name, { requests, latency }, health, nothing] of rows) {
    const share = (of: Result) => (requests.average / of.requests.average).toFixed(2);
    process.stdout.write(
      `${name.padEnd(18)} ${String(Math.round(requests.average)).padStart(6)}/s  p50 ${latency.p50} ms  p99 ${latency.p99} ms  ÷ health ${share(health)}  ÷ bare ${share(nothing)}\n`,
    );
  }
}
