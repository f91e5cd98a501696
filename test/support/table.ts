import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTable } from '../../local/create-table.ts';
import { localAws } from '../../local/engines/engine.ts';
import { type Table, tableClient, tableOver } from '../../shared/kernel/db/table.ts';
import type { TableClient } from '../../shared/kernel/db/table-client.ts';
import { timeLimits } from '../../shared/kernel/runtime/client-parts.ts';
import { type DynamoDbProxy, startDynamoDbProxy } from './dynamodb-proxy.ts';
import { startTableEngine } from './table-engine.ts';

let opened: Promise<Opened> | undefined;

interface Opened {
  readonly tables: DynamoDBClient;
  readonly client: TableClient;
  readonly proxy: DynamoDbProxy;
  readonly stop: () => Promise<void>;
}

/** A table, and the proxy in front of its engine, which is shared by the tests of one file. */
export type TestTable = Table & { readonly proxy: DynamoDbProxy };

/**
 * A new, empty table on a real engine. The engine starts with the first one and ends with the
 * file's last test. The proxy refuses what DynamoDB refuses and the engine accepts.
 */
export async function freshTable(): Promise<TestTable> {
  opened ??= open();
  const { tables, client, proxy } = await opened;
  const name = `table-${randomUUID()}`;
  await createTable(tables, name);
  return { ...tableOver(name, client), proxy };
}

async function open(): Promise<Opened> {
  const engine = await startTableEngine();
  const proxy = await startDynamoDbProxy({ target: engine.endpoint });
  const address = { ...localAws, endpoint: proxy.endpoint };
  const tables = new DynamoDBClient(address);
  const limits = timeLimits({ attempts: 3, requestTimeout: 300_000 });
  const client = tableClient({ ...address, ...limits });
  const stop = async () => {
    tables.destroy();
    client.destroy();
    await proxy.stop();
    await engine.stop();
  };
  return { tables, client, proxy, stop };
}
