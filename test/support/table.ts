import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTable } from '../../local/create-table.ts';
import { startDynamoDb } from '../../local/engines/dynamodb.ts';
import { localAws } from '../../local/engines/engine.ts';
import type { Table } from '../../shared/kernel/db/table.ts';
import { type DynamoDbProxy, startDynamoDbProxy } from './dynamodb-proxy.ts';

let opened: Promise<Opened> | undefined;

interface Opened {
  readonly client: DynamoDBClient;
  readonly proxy: DynamoDbProxy;
  readonly stop: () => Promise<void>;
}

/** A table, and the proxy in front of its engine, which is shared by the tests of one file. */
export type TestTable = Table & { readonly proxy: DynamoDbProxy };

/**
 * A new, empty table on a real engine. The engine starts with the first one and ends with the file's
 * last test; the proxy refuses what DynamoDB refuses and the engine accepts.
 */
export async function freshTable(): Promise<TestTable> {
  opened ??= open();
  const { client, proxy } = await opened;
  const name = `table-${randomUUID()}`;
  await createTable(client, name);
  const marshallOptions = { removeUndefinedValues: true };
  return { name, client: DynamoDBDocumentClient.from(client, { marshallOptions }), proxy };
}

async function open(): Promise<Opened> {
  const engine = await startDynamoDb();
  const proxy = await startDynamoDbProxy({ target: engine.endpoint });
  const client = new DynamoDBClient({ ...localAws, endpoint: proxy.endpoint });
  const stop = async () => {
    client.destroy();
    await proxy.stop();
    await engine.stop();
  };
  return { client, proxy, stop };
}
