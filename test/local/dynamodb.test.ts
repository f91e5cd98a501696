import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, expect, test, vi } from 'vitest';
import { type DynamoDbEngine, startDynamoDb } from '../../local/engines/dynamodb.ts';
import {
  indexStreams,
  sweepExpired,
  trimStreams,
} from '../../local/engines/dynamodb-maintenance.ts';
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

test('without a data directory the file is gone after stop, and so is the process', async () => {
  const { engine, client } = await start();
  await createTable(client);
  expect([existsSync(engine.databaseFile), isRunning(engine)]).toEqual([true, true]);
  await engine.stop();
  expect([existsSync(dirname(engine.databaseFile)), isRunning(engine)]).toEqual([false, false]);
});

test('with a data directory the table outlives the engine', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'dynamodb-test-'));
  cleanups.push(() => rmSync(dataDirectory, { recursive: true }));
  const first = await start({ dataDirectory });
  await createTable(first.client);
  await put(first.client, 'kept');
  await first.engine.stop();
  const second = await start({ dataDirectory });
  expect(await exists(second.client, 'kept')).toBe(true);
});

test('an engine that dies is reported once, an engine that is stopped is not', async () => {
  const onExit = vi.fn();
  const { engine } = await start({ onExit });
  process.kill(engine.processId, 'SIGKILL');
  await expect.poll(() => onExit.mock.calls).toEqual([['The local DynamoDB ended unexpectedly.']]);
  const other = await start({ onExit });
  await other.engine.stop();
  expect(onExit).toHaveBeenCalledTimes(1);
});

test('the engine dies with its parent, even when that is killed', async () => {
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
  await expect.poll(() => isRunning(engine), { timeout: 3000 }).toBe(false);
  await expect.poll(() => existsSync(engine.databaseFile), { timeout: 3000 }).toBe(false);
});

test('a port that is taken is said so', async () => {
  const { engine } = await start();
  const port = Number(new URL(engine.endpoint).port);
  await expect(startDynamoDb({ port })).rejects.toThrow(
    `The local DynamoDB did not start on port ${port}`,
  );
});

test('a platform without an engine is told how to bring another one', async () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform');
  cleanups.push(() => Object.defineProperty(process, 'platform', platform ?? {}));
  Object.defineProperty(process, 'platform', { value: 'plan9' });
  await expect(startDynamoDb()).rejects.toThrow(
    "set DYNAMODB_ENDPOINT to the address of another one, such as Amazon's DynamoDB Local.",
  );
});

test('finding the next stream sequence number uses an index', async () => {
  const { engine, client } = await start();
  await createTable(client);
  indexStreams(engine.databaseFile);
  indexStreams(engine.databaseFile);
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

test('trimming keeps the newest record, so that numbering goes on', async () => {
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
