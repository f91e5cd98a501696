import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTable } from '../../local/create-table.ts';
import { type DynamoDbEngine, startDynamoDb } from '../../local/engines/dynamodb.ts';
import { localAws } from '../../local/engines/engine.ts';
import type { StreamHandler } from '../../local/engines/stream-poller.ts';
import { type Pump, startPump } from '../../local/pump.ts';

let engine: DynamoDbEngine;
let client: DynamoDBClient;
let streams: DynamoDBStreamsClient;
let directory: string;
let pumps: Pump[] = [];
let tables = 0;
/** What the function delivered, and what it does not take. */
let delivered: string[] = [];
let refused = new Set<string>();

beforeAll(async () => {
  engine = await startDynamoDb();
  client = new DynamoDBClient({ ...localAws, endpoint: engine.endpoint });
  streams = new DynamoDBStreamsClient({ ...localAws, endpoint: engine.endpoint });
});
afterAll(async () => {
  client.destroy();
  streams.destroy();
  await engine.stop();
});
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'parked-test-'));
  delivered = [];
  refused = new Set();
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
    if (refused.has(id)) {
      return { batchItemFailures: [{ itemIdentifier: dynamodb?.SequenceNumber ?? '' }] };
    }
    delivered.push(id);
  }
  return { batchItemFailures: [] };
};
function start(): Pump {
  const tableName = `table${tables}`;
  const retryDelayMilliseconds = () => 1;
  const pump = startPump({
    streams,
    tableName,
    dataDirectory: directory,
    handler,
    retryDelayMilliseconds,
  });
  pumps.push(pump);
  return pump;
}
const write = (id: string) =>
  client.send(
    new PutItemCommand({
      TableName: `table${tables}`,
      Item: { pk: { S: id }, sk: { S: 'EVENT' } },
    }),
  );
const file = () => join(directory, 'parked-events.jsonl');

it('an event that no attempt delivers is parked on disk, and those behind it are delivered', async () => {
  refused.add('OUTBOX#b');
  for (const id of ['OUTBOX#a', 'OUTBOX#b', 'OUTBOX#c']) await write(id);
  await start().drained();
  expect(delivered).toEqual(['OUTBOX#a', 'OUTBOX#c']);
  const lines = readFileSync(file(), 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).dynamodb.Keys.pk.S)).toEqual(['OUTBOX#b']);
  expect((statSync(file()).mode & 0o777).toString(8)).toBe('600');
});

it('the next start delivers what was parked, once', async () => {
  refused.add('OUTBOX#a').add('OUTBOX#b');
  await write('OUTBOX#a');
  await write('OUTBOX#b');
  const first = start();
  await first.drained();
  await first.stop();
  appendFileSync(file(), '{"eventID":"cut o');

  refused.delete('OUTBOX#b');
  const second = start();
  await second.drained();
  expect(delivered).toEqual([]);
  expect(await second.redeliver()).toEqual({ delivered: 1, left: 1 });
  expect(delivered).toEqual(['OUTBOX#b']);
  await second.stop();

  refused.delete('OUTBOX#a');
  const third = start();
  // Two at once, as a start and a command: each event is tried by one of them.
  const both = await Promise.all([third.redeliver(), third.redeliver()]);
  expect(both).toEqual([
    { delivered: 1, left: 0 },
    { delivered: 0, left: 0 },
  ]);
  expect(delivered).toEqual(['OUTBOX#b', 'OUTBOX#a']);
  expect(readFileSync(file(), 'utf8')).toBe('');
});

it('an event that comes again while it is parked is parked once', async () => {
  refused.add('OUTBOX#a');
  await write('OUTBOX#a');
  const first = start();
  await first.drained();
  await first.stop();
  // As after a crash between parking and the checkpoint.
  rmSync(join(directory, 'outbox-checkpoint.json'));
  const second = start();
  await second.drained();
  refused.clear();
  expect(await second.redeliver()).toEqual({ delivered: 1, left: 0 });
});
