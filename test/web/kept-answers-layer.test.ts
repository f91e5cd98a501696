import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IdempotencyConfig } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { type Table, tableClient, tableOver } from '../../shared/kernel/db/table.ts';
import { timeLimits } from '../../shared/kernel/runtime/client-parts.ts';
import { KeptAnswers } from '../../shared/web/http/idempotency.ts';
import { freshTable } from '../support/table.ts';

const now = new Date('2026-11-27T08:00:00.123Z');
const partition = 'IDEMPOTENCY#p';
const request = { scope: 'digest', body: '{"a":1}' };
const answer = { statusCode: 200, headers: { a: 'ü' }, body: '', isBase64Encoded: false };

/** The library's own layer on the SDK's own client, and ours, of one table. */
function layersOf(table: Table) {
  const { name: tableName, client } = table;
  const theirs = new DynamoDBPersistenceLayer({
    ...{ tableName, keyAttr: 'pk', sortKeyAttr: 'sk', staticPkValue: partition },
    expiryAttr: 'ttl',
    awsSdkV3Client: new DynamoDBClient(client.settings),
  });
  const ours = new KeptAnswers(table, partition);
  for (const layer of [theirs, ours]) {
    const config = new IdempotencyConfig({
      ...{ payloadValidationJmesPath: 'body', eventKeyJmesPath: 'scope' },
      ...{ expiresAfterSeconds: 86_400, hashFunction: 'sha256' },
    });
    layer.configure({ config });
  }
  return { ours, theirs };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('what is asked of the table', () => {
  const asked: unknown[] = [];
  let given: readonly [number, object] = [200, {}];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    asked.push([incoming.headers['x-amz-target'], body]);
    const [status, told] = given;
    response.writeHead(status).end(JSON.stringify(told));
  });
  let layers: ReturnType<typeof layersOf>;
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    // It listens on a port.
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const limits = timeLimits({ attempts: 1, requestTimeout: 60_000 });
    layers = layersOf(tableOver('registry', tableClient({ ...localAws, endpoint, ...limits })));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each<[string, (layer: KeptAnswers | DynamoDBPersistenceLayer) => Promise<unknown>, object]>([
    ['a request that runs', (layer) => layer.saveInProgress(request, 2_000), {}],
    ['an answer', (layer) => layer.saveSuccess(request, answer), {}],
    ['what is forgotten', (layer) => layer.deleteRecord(request), {}],
    [
      'what is read',
      (layer) => layer.getRecord(request).catch(({ name }: Error) => name),
      { Item: undefined },
    ],
  ])('is what the library’s own layer asks: %s', async (_, act, told) => {
    given = [200, told];
    asked.length = 0;
    expect(await act(layers.ours)).toEqual(await act(layers.theirs));
    expect(asked).toHaveLength(2);
    expect(asked[0]).toEqual(asked[1]);
  });
});

describe('a record', () => {
  it.each(['ours', 'theirs'] as const)(
    'that %s has written is the same to both',
    async (writer) => {
      const layers = layersOf(await freshTable());
      const { [writer]: written } = layers;
      const seen = async () => {
        const of = async (layer: KeptAnswers | DynamoDBPersistenceLayer) => ({
          read: await layer.getRecord(request),
          inTheWay: await layer.saveInProgress(request, 2_000).then(
            () => null,
            ({ name, existingRecord }) => ({ name, existingRecord }),
          ),
        });
        const [ours, theirs] = [await of(layers.ours), await of(layers.theirs)];
        expect(ours).toEqual(theirs);
        return ours;
      };
      await written.saveInProgress(request, 2_000);
      expect((await seen()).inTheWay?.existingRecord.getStatus()).toBe('INPROGRESS');
      await written.saveSuccess(request, answer);
      const { read, inTheWay } = await seen();
      expect(read.getResponse()).toEqual(answer);
      expect(inTheWay?.name).toBe('IdempotencyItemAlreadyExistsError');
      // The library's own rule for a different body.
      await expect(layers.ours.getRecord({ ...request, body: '{}' })).rejects.toMatchObject({
        name: 'IdempotencyValidationError',
      });
    },
  );

  it('makes way when it gives no sign of life, when its time is over, and when it is deleted', async () => {
    const { ours } = layersOf(await freshTable());
    const taken = () =>
      ours.saveInProgress(request, 2_000).then(
        () => true,
        () => false,
      );
    expect([await taken(), await taken()]).toEqual([true, false]);
    vi.setSystemTime(now.getTime() + 2_001);
    expect([await taken(), await taken()]).toEqual([true, false]);
    await ours.saveSuccess(request, answer);
    vi.setSystemTime(now.getTime() + 60_000);
    expect(await taken()).toBe(false);
    vi.setSystemTime(now.getTime() + 86_500_000);
    expect([await taken(), await taken()]).toEqual([true, false]);
    await ours.deleteRecord(request);
    expect(await taken()).toBe(true);
  });
});
