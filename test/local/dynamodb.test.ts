import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { type DynamoDbEngine, startDynamoDb } from '../../local/engines/dynamodb.ts';
import { sweepExpired, trimStreams } from '../../local/engines/dynamodb-maintenance.ts';
import { findDynoxide } from '../../local/engines/dynoxide.ts';
import { localAws } from '../../local/engines/engine.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(options: Parameters<typeof startDynamoDb>[0] = {}) {
  const engine = await startDynamoDb(options);
  cleanups.push(engine.stop);
  return { engine, client: new DynamoDBClient({ ...localAws, endpoint: engine.endpoint }) };
}

function createTable(client: DynamoDBClient) {
  return client.send(
    new CreateTableCommand({
      TableName: 'app',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
}

const put = (client: DynamoDBClient, sk: string, ttl?: number) =>
  client.send(
    new PutItemCommand({
      TableName: 'app',
      Item: {
        pk: { S: 'a' },
        sk: { S: sk },
        ...(ttl !== undefined && { ttl: { N: String(ttl) } }),
      },
    }),
  );

const exists = async (client: DynamoDBClient, sk: string) => {
  const Key = { pk: { S: 'a' }, sk: { S: sk } };
  return (await client.send(new GetItemCommand({ TableName: 'app', Key }))).Item !== undefined;
};

const isRunning = (engine: DynamoDbEngine) => existsSync(`/proc/${engine.processId}/exe`);

function sequences({ databaseFile }: DynamoDbEngine): unknown[] {
  const database = new DatabaseSync(databaseFile, { readOnly: true });
  const rows = database.prepare('SELECT sequence_number AS n FROM _stream_records').all();
  database.close();
  return rows.map(({ n }) => n);
}

test('without a data directory, stopping the engine deletes its file and ends its process', async () => {
  const { engine, client } = await start();
  await createTable(client);
  expect([existsSync(engine.databaseFile), isRunning(engine)]).toEqual([true, true]);
  await engine.stop();
  expect([existsSync(dirname(engine.databaseFile)), isRunning(engine)]).toEqual([false, false]);
});

test('with a data directory, the table outlives the engine', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'dynamodb-test-'));
  cleanups.push(() => rmSync(dataDirectory, { recursive: true }));
  const first = await start({ dataDirectory });
  await createTable(first.client);
  await put(first.client, 'kept');
  await first.engine.stop();
  const second = await start({ dataDirectory });
  expect(await exists(second.client, 'kept')).toBe(true);
});

test('an engine that crashes is reported once, an engine that is stopped is not', async () => {
  const onExit = vi.fn();
  const { engine } = await start({ onExit });
  process.kill(engine.processId, 'SIGKILL');
  await expect.poll(() => onExit.mock.calls).toEqual([['The local DynamoDB ended unexpectedly.']]);
  const other = await start({ onExit });
  await other.engine.stop();
  expect(onExit).toHaveBeenCalledTimes(1);
});

test('the engine ends with its parent, even if that is killed', async () => {
  const script = `
    const { startDynamoDb } = await import('./local/engines/dynamodb.ts');
    const { processId, databaseFile } = await startDynamoDb();
    console.log(JSON.stringify({ processId, databaseFile }));
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script]);
  cleanups.push(() => parent.kill('SIGKILL'));
  const started = await new Promise<string>((resolve) =>
    parent.stdout.once('data', (chunk) => resolve(String(chunk))),
  );
  const engine: DynamoDbEngine = JSON.parse(started);
  expect(isRunning(engine)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(engine)).toBe(false);
  await expect.poll(() => existsSync(engine.databaseFile)).toBe(false);
});

test('a port in use is reported', async () => {
  const { engine } = await start();
  const port = Number(new URL(engine.endpoint).port);
  await expect(startDynamoDb({ port })).rejects.toThrow(
    `The local DynamoDB did not start on port ${port}`,
  );
});

describe('the binary of the engine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dynoxide-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const program = (...path: string[]) => {
    const file = join(folder, ...path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
    return file;
  };
  const own = program('own', 'dynoxide-3');
  const onPath = program('bin', 'dynoxide');
  const PATH = ['relative', join(folder, 'empty'), join(folder, 'bin')].join(delimiter);
  const find = (environment: Readonly<Record<string, string>>, packaged?: string) =>
    findDynoxide({ platform: 'linux-x64', environment, packaged: () => packaged });

  test('is the one at DYNOXIDE, then the installed package, then the one on the PATH', () => {
    expect(find({ DYNOXIDE: own, PATH }, '/package/dynoxide')).toBe(own);
    expect(find({ DYNOXIDE: 'dynoxide', PATH }, '/package/dynoxide')).toBe(onPath);
    expect(find({ PATH }, '/package/dynoxide')).toBe('/package/dynoxide');
    expect(find({ DYNOXIDE: '', PATH })).toBe(onPath);
  });

  test('is never anything other than what DYNOXIDE names', () => {
    for (const DYNOXIDE of [folder, join(folder, 'missing'), 'dynoxide-4']) {
      expect(() => find({ DYNOXIDE, PATH }, '/package/dynoxide')).toThrow(
        `DYNOXIDE is not an executable file: ${DYNOXIDE}`,
      );
    }
  });

  test('is missing on an unsupported platform, and the error lists the alternatives', () => {
    const packaged: string[] = [];
    const ask = () =>
      findDynoxide({
        platform: 'darwin-arm64',
        environment: { PATH: join(folder, 'empty') },
        packaged: (name) => {
          packaged.push(name);
          return undefined;
        },
      });
    expect(ask).toThrow('There is no DynamoDB engine for darwin-arm64 here.');
    for (const option of ['brew install', 'cargo install', 'DYNAMODB_ENDPOINT=', 'docker build'])
      expect(ask).toThrow(option);
    expect(new Set(packaged)).toEqual(new Set(['@dynoxide/darwin-arm64']));
  });
});

test('finding the next stream sequence number uses an index', async () => {
  const { engine, client } = await start();
  await createTable(client);
  const database = new DatabaseSync(engine.databaseFile, { readOnly: true });
  const plan = database
    .prepare(
      `EXPLAIN QUERY PLAN SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records
       WHERE table_name = 'app'`,
    )
    .all();
  database.close();
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH _stream_records USING COVERING INDEX x_stream_seq (table_name=?)',
  ]);
});

test('trimming a stream keeps the newest record, so that numbering continues', async () => {
  const { engine, client } = await start();
  await createTable(client);
  for (const sk of ['1', '2', '3']) await put(client, sk);
  expect(trimStreams(engine.databaseFile, 'app', '2')).toBe(2);
  expect(trimStreams(engine.databaseFile, 'app', '3')).toBe(0);
  await put(client, '4');
  expect(sequences(engine)).toEqual(['3', '4']);
});

test('expired items are deleted, others and items without TTL stay', async () => {
  const { engine, client } = await start();
  await createTable(client);
  await put(client, 'expired', 1000);
  await put(client, 'later', 1001);
  await put(client, 'never');
  const now = new Date(1_000_500);
  const sweep = { databaseFile: engine.databaseFile, client, tableName: 'app', now };
  expect(await sweepExpired(sweep)).toBe(1);
  expect(await sweepExpired(sweep)).toBe(0);
  expect([
    await exists(client, 'expired'),
    await exists(client, 'later'),
    await exists(client, 'never'),
  ]).toEqual([false, true, true]);
});
