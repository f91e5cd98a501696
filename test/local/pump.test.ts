import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTable } from '../../local/create-table.ts';
import { type DynamoDbEngine, startDynamoDb } from '../../local/engines/dynamodb.ts';
import { localAws } from '../../local/engines/engine.ts';
import type { StreamHandler, StreamPoller } from '../../local/engines/stream-poller.ts';
import { openTableStream } from '../../local/engines/table-stream.ts';
import { startPump } from '../../local/pump.ts';

let engine: DynamoDbEngine;
let client: DynamoDBClient;
let directory: string;
let pumps: StreamPoller[] = [];
let tables = 0;
let routed: string[] = [];
let refuse: (id: string) => boolean;

beforeAll(async () => {
  engine = await startDynamoDb();
  client = new DynamoDBClient({ ...localAws, endpoint: engine.endpoint });
});
afterAll(async () => {
  client.destroy();
  await engine.stop();
});
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pump-test-'));
  routed = [];
  refuse = () => false;
  tables += 1;
  await createTable(client, `table${tables}`);
});
afterEach(async () => {
  await Promise.all(pumps.map((pump) => pump.stop()));
  pumps = [];
  rmSync(directory, { recursive: true });
});

const handler: StreamHandler = async ({ Records }) => {
  for (const { dynamodb } of Records) {
    const id = dynamodb?.Keys?.['pk']?.S ?? '';
    if (refuse(id)) {
      return { batchItemFailures: [{ itemIdentifier: dynamodb?.SequenceNumber ?? '' }] };
    }
    routed.push(id);
  }
  return { batchItemFailures: [] };
};
const start = async () => {
  const pump = await startPump({
    stream: openTableStream({
      ...localAws,
      endpoint: engine.endpoint,
      tableName: `table${tables}`,
    }),
    dataDirectory: directory,
    handler,
    retryDelayMilliseconds: () => 1,
  });
  pumps.push(pump);
  return pump;
};
const write = (id: string) =>
  client.send(
    new PutItemCommand({
      TableName: `table${tables}`,
      Item: { pk: { S: id }, sk: { S: 'EVENT' } },
    }),
  );

it('only new outbox items are routed', async () => {
  for (const id of ['OUTBOX#a', 'PERSON#b', 'OUTBOX#c']) await write(id);
  await (await start()).drained();
  expect(routed).toEqual(['OUTBOX#a', 'OUTBOX#c']);
});

it('an event that no queue accepts is retried until one does', async () => {
  let tries = 0;
  refuse = (id) => id === 'OUTBOX#b' && ++tries < 20;
  for (const id of ['OUTBOX#a', 'OUTBOX#b', 'OUTBOX#c']) await write(id);
  await (await start()).drained();
  expect(routed).toEqual(['OUTBOX#a', 'OUTBOX#b', 'OUTBOX#c']);
});
