import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTable } from '../../local/create-table.ts';
import { startDynamoDb } from '../../local/engines/dynamodb.ts';
import { localAws } from '../../local/engines/engine.ts';
import { tableName } from '../../local/environment.ts';
import { runLocalCommand } from '../../local/run-command.ts';
import { tableClient, tableOver } from '../../shared/kernel/db/table.ts';
import { goldenItems, goldenKinds } from '../golden/golden-world.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { seed } from '../support/seed.ts';

let directory: string;
let service: RunningService;

/** A data directory as version 0.1.0 has left it: its items, and nothing that was made since. */
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'former-data-'));
  const engine = await startDynamoDb({ dataDirectory: directory });
  const address = { ...localAws, endpoint: engine.endpoint };
  const client = new DynamoDBClient(address);
  await createTable(client, tableName);
  client.destroy();
  const table = tableClient(address);
  const kinds = goldenKinds().filter((kind) => kind !== 'event');
  await seed(tableOver(tableName, table), kinds.flatMap(goldenItems));
  table.destroy();
  await engine.stop();
  service = await startService({ dataDirectory: directory });
});
afterAll(async () => {
  await service.stop();
  rmSync(directory, { recursive: true });
});

const linesOf = async () => (await runLocalCommand('migrate', service.baseUrl)).split('\n');

it('a data directory of version 0.1.0 opens, and one command brings it to the shape of this release', async () => {
  const [review] = goldenItems('review');
  const shown = async () => {
    const headers = { authorization: service.asOperator };
    const answer = await fetch(`${service.baseUrl}/admin/v1/reviews/${review?.['id']}`, {
      headers,
    });
    return Object(await answer.json()).data;
  };
  const before = await shown();
  expect(before).toMatchObject({ id: review?.['id'], createdAt: review?.['createdAt'] });
  const counted = (name: string, kind: string) => {
    const { length } = goldenItems(kind);
    return `${name}: finished, ${length} looked at, ${length} changed`;
  };
  const lines = await linesOf();
  expect(lines).toEqual([
    counted('former-reviews', 'review'),
    expect.stringMatching(/^decided-reviews: finished, \d+ looked at, 0 changed$/),
    counted('review-queue', 'review'),
    counted('former-passes', 'visitorPass'),
    expect.stringContaining('former-audit: finished, '),
    expect.stringMatching(/^gathered-acts: finished, \d+ looked at, 0 changed$/),
    counted('registry-lists', 'registryRow'),
    expect.stringMatching(/^operator-lists: finished, \d+ looked at, \d+ changed$/),
    expect.stringMatching(/^residency-ends: finished, \d+ looked at, \d+ changed$/),
  ]);
  // The queue's migration gives the case its name.
  expect(await shown()).toEqual({ ...before, name: expect.any(String) });
  // What was done is not done again.
  expect(await linesOf()).toEqual(lines);
});
